import { randomUUID } from 'node:crypto';
import { type Command, CommandId, type GameId, type LoggedEvent, type Player } from '@terrace/protocol';
import { afterAll, expect, test } from 'vitest';
import { lockRows } from '../store/testing/lock-rows.ts';
import { player, reportError, useGames } from '../testing/games.ts';
import { DatabaseUnavailable, type GameStore } from './games.ports.ts';
import { createGameService, type GameService } from './service.ts';

const games = useGames();
const started: GameService[] = [];
afterAll(() => Promise.all(started.map((service) => service.close())));
const OFFER: Command = { type: 'offer', offer: 'rematch' };

const newPlayer = () => player(randomUUID().slice(0, 8));

function startService(store: GameStore = games.store) {
  const published: GameId[] = [];
  const service = createGameService({
    store,
    checkEligibility: async () => undefined,
    now: games.time.now,
    reportError,
  });
  started.push(service);
  service.onCommitted(({ gameId }) => published.push(gameId));
  return { service, published };
}

const send = (service: GameService, gameId: GameId, by: Player, command: Command) =>
  service.command({
    gameId,
    by,
    commandId: CommandId.parse(randomUUID()),
    command,
    arrivedAt: games.time.now(),
  });

async function offered() {
  const seats = [newPlayer(), newPlayer()] as const;
  const gameId = await games.play({ seats, time: null });
  const made = await send(games.service, gameId, seats[0], OFFER);
  if (!made.ok) throw new Error(`the offer was refused: ${made.error.code}`);
  const { seq } = made.value;
  const accept: Command = { type: 'accept', offer: 'rematch', seq };
  const refuse: Command = { type: 'refuse', offer: 'rematch', seq };
  return { gameId, ann: seats[0], ben: seats[1], accept, refuse };
}

const gamesOf = async ({ id }: Player) => (await games.store.allGamesOf(id, 10)).map((row) => row.id);

const rematchesIn = (events: readonly LoggedEvent[]) =>
  events.flatMap(({ event }) => (event.type === 'rematched' ? [event.gameId] : []));

const rematchesOf = async (gameId: GameId) => rematchesIn(await games.store.eventsAfter(gameId, 0));

test('a consent after the withdrawal on another node is refused, starts no game and makes no offer', async () => {
  const { gameId, ann, ben, accept, refuse } = await offered();
  const other = startService();
  await other.service.state(gameId);
  expect(await send(games.service, gameId, ann, refuse)).toMatchObject({ ok: true });
  // The other node still has the offer open.
  expect(await send(other.service, gameId, ben, accept)).toMatchObject({ ok: false, error: { code: 'offer-gone' } });
  const events = await games.store.eventsAfter(gameId, 0);
  expect(events.slice(-2).map(({ event }) => event.type)).toEqual(['offered', 'withdrawn']);
  expect(await gamesOf(ann)).toEqual([gameId]);
  expect(new Set(other.published)).toEqual(new Set([gameId]));

  for (const by of [ben, ann]) expect(await send(games.service, gameId, by, OFFER)).toMatchObject({ ok: true });
  const [next] = await rematchesOf(gameId);
  expect((await gamesOf(ann)).sort()).toEqual([gameId, next].sort());
});

test('every started rematch is named by its first game when consent and withdrawal race on two nodes', async () => {
  const { service } = startService();
  for (let round = 0; round < 30; round += 1) {
    const { gameId, ann, ben, accept, refuse } = await offered();
    await service.state(gameId);
    await Promise.all([send(games.service, gameId, ann, refuse), send(service, gameId, ben, accept)]);
    const events = await games.store.eventsAfter(gameId, 0);
    const made = events.filter(({ event }) => event.type === 'offered' && event.offer === 'rematch');
    expect(made).toHaveLength(1);
    const named = rematchesIn(events);
    expect((await gamesOf(ann)).filter((id) => id !== gameId)).toEqual(named);
  }
});

test('a consent rejected as busy starts no game, and the same consent starts one later', async () => {
  const { gameId, ann, ben, accept } = await offered();
  const other = startService();
  const rows = await lockRows(games.databaseUrl, [gameId]);
  expect(await send(other.service, gameId, ben, accept)).toMatchObject({ ok: false, error: { code: 'busy' } });
  expect(await gamesOf(ann)).toEqual([gameId]);
  expect(other.published).toEqual([]);
  await rows.release();

  expect(await send(other.service, gameId, ben, accept)).toMatchObject({ ok: true });
  const [next] = await rematchesOf(gameId);
  expect(next && (await games.service.state(next))).toMatchObject({ status: 'live', next: null });
  expect((await gamesOf(ann)).sort()).toEqual([gameId, next].sort());
  expect(other.published).toEqual([next, gameId]);
});

test('a rematch whose commit was not answered is published together with the agreement', async () => {
  const { gameId, ann, ben, accept } = await offered();
  const { service, published } = startService({
    ...games.store,
    async append(appends) {
      await games.store.append(appends);
      throw new DatabaseUnavailable('the answer was lost');
    },
  });
  expect(await send(service, gameId, ben, accept)).toMatchObject({ ok: false, error: { code: 'not-saved' } });
  const [next] = await rematchesOf(gameId);
  await expect.poll(() => published.toSorted()).toEqual([gameId, next].sort());
  expect((await gamesOf(ann)).sort()).toEqual([gameId, next].sort());
});
