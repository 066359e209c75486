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
const REFUSE: Command = { type: 'refuse', offer: 'rematch' };

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
  expect(await send(games.service, gameId, seats[0], OFFER)).toMatchObject({ ok: true });
  return { gameId, ann: seats[0], ben: seats[1] };
}

const gamesOf = async ({ id }: Player) => (await games.store.allGamesOf(id, 10)).map((row) => row.id);

const rematchesIn = (events: readonly LoggedEvent[]) =>
  events.flatMap(({ event }) => (event.type === 'rematched' ? [event.gameId] : []));

const rematchesOf = async (gameId: GameId) => rematchesIn(await games.store.eventsAfter(gameId, 0));

test('a consent after the withdrawal on another node starts no game', async () => {
  const { gameId, ann, ben } = await offered();
  const other = startService();
  await other.service.state(gameId);
  expect(await send(games.service, gameId, ann, REFUSE)).toMatchObject({ ok: true });
  // The other node still has the offer open. After it has read the log, the command becomes a new offer.
  expect(await send(other.service, gameId, ben, OFFER)).toMatchObject({ ok: true });
  const events = await games.store.eventsAfter(gameId, 0);
  expect(events.slice(-3).map(({ event }) => event.type)).toEqual(['offered', 'withdrawn', 'offered']);
  expect(await gamesOf(ann)).toEqual([gameId]);
  expect(new Set(other.published)).toEqual(new Set([gameId]));

  expect(await send(games.service, gameId, ann, OFFER)).toMatchObject({ ok: true });
  const [next] = await rematchesOf(gameId);
  expect((await gamesOf(ann)).sort()).toEqual([gameId, next].sort());
});

test('every started rematch is named by its first game when consent and withdrawal race on two nodes', async () => {
  const { service } = startService();
  for (let round = 0; round < 30; round += 1) {
    const { gameId, ann, ben } = await offered();
    await service.state(gameId);
    await Promise.all([send(games.service, gameId, ann, REFUSE), send(service, gameId, ben, OFFER)]);
    const named = await rematchesOf(gameId);
    expect((await gamesOf(ann)).filter((id) => id !== gameId)).toEqual(named);
  }
});

test('a consent rejected as busy starts no game, and the same consent starts one later', async () => {
  const { gameId, ann, ben } = await offered();
  const other = startService();
  const rows = await lockRows(games.databaseUrl, [gameId]);
  expect(await send(other.service, gameId, ben, OFFER)).toMatchObject({ ok: false, error: { code: 'busy' } });
  expect(await gamesOf(ann)).toEqual([gameId]);
  expect(other.published).toEqual([]);
  await rows.release();

  expect(await send(other.service, gameId, ben, OFFER)).toMatchObject({ ok: true });
  const [next] = await rematchesOf(gameId);
  expect(next && (await games.service.state(next))).toMatchObject({ status: 'live', next: null });
  expect((await gamesOf(ann)).sort()).toEqual([gameId, next].sort());
  expect(other.published).toEqual([next, gameId]);
});

test('a rematch whose commit was not answered is published together with the agreement', async () => {
  const { gameId, ann, ben } = await offered();
  const { service, published } = startService({
    ...games.store,
    async append(appends) {
      await games.store.append(appends);
      throw new DatabaseUnavailable('the answer was lost');
    },
  });
  expect(await send(service, gameId, ben, OFFER)).toMatchObject({ ok: false, error: { code: 'not-saved' } });
  const [next] = await rematchesOf(gameId);
  await expect.poll(() => published.toSorted()).toEqual([gameId, next].sort());
  expect((await gamesOf(ann)).sort()).toEqual([gameId, next].sort());
});
