import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DatabaseBusy } from '../game-service/games.ports.ts';
import { player, useGames } from '../testing/games.ts';
import { createGameAccess } from './handler.ts';

const games = useGames();

test('a saved command is answered even if the log cannot be read', async () => {
  const [ann, ben] = [player(randomUUID().slice(0, 8)), player(randomUUID().slice(0, 8))];
  const id = await games.play({ seats: [ann, ben], time: null });
  const state = () => Promise.reject(new DatabaseBusy('all connections are in use', 2_000));
  const { send } = createGameAccess({
    service: { ...games.service, state },
    queries: games.store,
    presence: { markActive: () => undefined, absentSides: async () => [] },
  });
  const sender = { by: ann, arrivedAt: games.time.now(), address: '203.0.113.7' };
  const answer = await send(id, { type: 'offer', offer: 'rematch' }, sender, ({ seq }) => `seq ${seq}`);
  expect(answer).toEqual({ ok: true, value: `seq ${(await games.service.state(id))?.seq}` });
});
