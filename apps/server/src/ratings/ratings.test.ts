import { fold } from '@terrace/game';
import type { Player, RatedGame } from '@terrace/protocol';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createCluster } from '../nodes/cluster.ts';
import { createRatingStore } from '../store/ratings.ts';
import { insertAccounts } from '../testing/accounts.ts';
import { player, reportError, useGames } from '../testing/games.ts';
import { rateEndedSince, rebuildRatings } from './rate-ended-games.ts';
import { ratedResult } from './rated-result.ts';
import { createRatings } from './ratings.ts';

const [ann, ben, cleo, dan] = [player('ann'), player('ben'), player('cleo'), player('dan')];
const guest = player('guest');

const games = useGames();
let services: Omit<Parameters<typeof rateEndedSince>[1], 'onRated'>;
beforeAll(async () => {
  services = { store: createRatingStore(games.prisma), games: games.store, reportError };
  await insertAccounts(games.databaseUrl, [ann, ben, cleo, dan], new Date(games.time.now() - 1));
  await games.prisma.player.create({ data: { ...guest, createdAt: new Date(0) } });
});
beforeEach(async () => {
  await games.prisma.game.deleteMany();
  await services.store.deleteAll();
});

async function rateAll(): Promise<readonly RatedGame[]> {
  const rated: RatedGame[] = [];
  await rateEndedSince(0, { ...services, onRated: (game) => rated.push(game) });
  return rated;
}

const tables = async () => ({
  ratings: await games.prisma.rating.findMany({ orderBy: [{ kind: 'asc' }, { playerId: 'asc' }] }),
  changes: await games.prisma.ratingChange.findMany({ orderBy: [{ gameId: 'asc' }, { playerId: 'asc' }] }),
  games: await games.prisma.ratedGame.findMany({ orderBy: { gameId: 'asc' } }),
});

async function season(): Promise<void> {
  const duel = (seats: readonly Player[], resign: readonly Player[] = []) => games.play({ rated: true, seats, resign });
  for (const game of [
    () => duel([ann, ben], [ben]),
    () => duel([ben, cleo], [cleo]),
    () => duel([cleo, ann]),
    () => games.play({ rated: true, setup: 'three', seats: [ann, ben, cleo], resign: [cleo, ann] }),
    () => duel([ben, ann], [ann]),
    () => games.play({ rated: true, setup: 'four', seats: [ann, ben, cleo, dan], resign: [dan] }),
  ]) {
    await game();
    games.time.jump(3_600_000);
  }
}

test('a rated game changes both ratings once, in any number of passes', async () => {
  const id = await games.play({ rated: true, seats: [ann, ben], resign: [ben] });
  const [rated, ...more] = await rateAll();
  expect(more).toEqual([]);
  expect(rated).toMatchObject({ gameId: id, kind: 'blitz' });
  const [south, north] = rated?.changes ?? [];
  expect(south).toMatchObject({ side: 'south', before: 1500, provisional: true });
  expect(south?.after).toBeGreaterThan(1600);
  expect(north?.after).toBe(3000 - (south?.after ?? 0));

  const once = await tables();
  expect(once.ratings.map(({ games }) => games)).toEqual([1, 1]);
  expect(await rateAll()).toEqual([]);
  expect(await tables()).toEqual(once);
});

test('concurrent passes rate every game once', async () => {
  await season();
  const all = await Promise.all([rateAll(), rateAll(), rateAll()]);
  expect(all.flat().map(({ gameId }) => gameId)).toHaveLength(6);
  const { ratings } = await tables();
  expect(ratings.filter(({ kind }) => kind === 'blitz').map(({ games }) => games)).toEqual([3, 3, 2]);
});

test('ratings rebuilt from the games equal the previous ones, also after a second rebuild', async () => {
  await season();
  await rateAll();
  const original = await tables();
  expect(original.games).toHaveLength(6);
  expect(await rebuildRatings(services)).toBe(6);
  expect(await tables()).toEqual(original);
  await rebuildRatings(services);
  expect(await tables()).toEqual(original);
});

test('games of three and four seats are rated by places, in separate kinds', async () => {
  await season();
  const rated = await rateAll();
  const three = rated.find(({ kind }) => kind === 'three')?.changes.map(({ side, after }) => [side, after - 1500]);
  const gain = Object.fromEntries(three ?? []);
  expect(gain.north).toBeGreaterThan(gain.south ?? 0);
  expect(gain.south).toBeGreaterThan(gain.east ?? 0);
  const four = rated.find(({ kind }) => kind === 'four')?.changes ?? [];
  expect(new Set(four.filter(({ side }) => side !== 'east').map(({ after }) => after)).size).toBe(1); // a draw
  expect(four.find(({ side }) => side === 'east')?.after).toBeLessThan(1500);
});

test.each([
  ['was not opened as rated', { rated: false, seats: [ann, ben], resign: [ben] }],
  ['has a guest', { rated: true, seats: [ann, guest], resign: [guest] }],
  ['ended before all seats had moved', { rated: true, seats: [ann, ben], moves: 1, resign: [ben] }],
] as const)('a game that %s is not rated', async (_, plan) => {
  await games.play(plan);
  expect(await rateAll()).toEqual([]);
  expect((await tables()).ratings).toEqual([]);
});

test.each([
  ['three', [ann, ben, cleo], 2, ['south', 'north']],
  ['four', [ann, ben, cleo, dan], 3, ['south', 'west', 'north']],
] as const)('a game of %s counts for those who moved when one player leaves before moving', async (...plan) => {
  const [setup, seats, moves, sides] = plan;
  await games.play({ rated: true, setup, seats, moves, resign: seats.slice(-1) });
  const [rated] = await rateAll();
  expect(rated?.changes.map(({ side }) => side)).toEqual(sides);
});

test.each([
  [
    'with a custom start position',
    { setup: 'custom', position: 'DDCCBBAT/AABBCCDD/8/8/8/8/ddccbbaa/tabbccdd s sn 0 1' },
  ],
  ['without a clock', { time: null }],
])('a game %s is not rated, even if an old log claims so', async (_, change) => {
  const id = await games.play({ rated: true, seats: [ann, ben], resign: [ben] });
  const where = { gameId_seq: { gameId: id, seq: 1 } };
  const created = await games.prisma.gameEvent.findUniqueOrThrow({ where });
  const event = JSON.parse(JSON.stringify(created.event));
  const settings = { ...event.settings, ...change };
  await games.prisma.gameEvent.update({ where, data: { event: { ...event, settings } } });
  await games.prisma.game.update({ where: { id }, data: { settings, kind: 'blitz' } });
  const state = fold(null, await services.games.readLog(id, 0));
  expect(state && ratedResult(state)).toBe(undefined);
  await rateEndedSince(0, { ...services, reportError: () => undefined, onRated: () => undefined });
  expect((await tables()).ratings).toEqual([]);
});

test('a deleted account keeps its past rating changes and receives no new ones', async () => {
  await games.play({ rated: true, seats: [ann, dan], resign: [dan] });
  games.time.jump(1000);
  await rateAll();
  const before = await tables();
  await games.prisma.user.delete({ where: { playerId: dan.id } });
  await games.prisma.player.update({ where: { id: dan.id }, data: { closedAt: new Date(games.time.now()) } });
  games.time.jump(1000);
  await games.play({ rated: true, seats: [ann, dan], resign: [dan] });
  expect(await rateAll()).toEqual([]);
  await rebuildRatings(services);
  expect((await tables()).ratings).toEqual(before.ratings);
  await games.prisma.player.delete({ where: { id: dan.id } });
  await insertAccounts(games.databaseUrl, [dan], new Date(0));
});

test('a game is rated soon after its end', async () => {
  const { service, time } = games;
  const { scheduler } = time;
  const ratings = createRatings({
    ...services,
    bus: createCluster({ carrier: undefined, scheduler, reportError }).bus,
    store: createRatingStore(games.prisma),
    scheduler,
  });
  service.onCommitted(ratings.rateEnded);
  const received = new Promise<RatedGame>((resolve) => ratings.onRated(resolve));
  const gameId = await games.play({ rated: true, seats: [ann, ben], resign: [ann] });
  expect(await received).toMatchObject({ gameId });
  const marks = await ratings.ratingsOf([ann.id, ben.id, guest.id], 'blitz');
  expect(marks.get(ben.id)?.value).toBeGreaterThan(1600);
  expect([...marks.keys()]).toEqual([ann.id, ben.id]);
  await ratings.close();
});

test('games that ended while no server ran are rated at the next start', async () => {
  const id = await games.play({ rated: true, seats: [ann, ben], resign: [ann] });
  games.time.jump(10 * 24 * 3_600_000);
  const { scheduler } = games.time;
  const ratings = createRatings({
    ...services,
    bus: createCluster({ carrier: undefined, scheduler, reportError }).bus,
    store: createRatingStore(games.prisma),
    scheduler,
  });
  const received = new Promise<RatedGame>((resolve) => ratings.onRated(resolve));
  ratings.start();
  expect(await received).toMatchObject({ gameId: id });
  await ratings.close();
});
