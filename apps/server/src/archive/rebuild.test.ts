import { CommandId, DEFAULT_SETTINGS } from '@terrace/protocol';
import { parsePosition } from '@terrace/rules';
import { expect, test } from 'vitest';
import { createSummaryStore } from '../store/summaries.ts';
import { player, useGames } from '../testing/games.ts';
import { fillFinalPositions, fillMissingResults, rebuildSummaries } from './rebuild.ts';

const [ann, ben, cleo] = [player('ann'), player('ben'), player('cleo')];

const games = useGames();

const rows = () => games.prisma.game.findMany({ orderBy: { id: 'asc' } });

test('the row of a finished game has its kind, end, winner and places', async () => {
  const won = await games.play({ seats: [ann, ben], resign: [ann] });
  const endedAt = new Date(games.time.now());
  expect(await games.prisma.game.findUnique({ where: { id: won } })).toMatchObject({
    status: 'over',
    kind: 'blitz',
    endedAt,
    endedBy: 'resignation',
    winner: ben.id,
    places: [['north'], ['south']],
  });
  const drawn = await games.play({ setup: 'three', seats: [ann, ben, cleo], resign: [cleo], time: null });
  expect(await games.prisma.game.findUnique({ where: { id: drawn } })).toMatchObject({
    kind: null,
    endedBy: 'agreement',
    winner: null,
    places: [['south', 'north'], ['east']],
  });
});

test('rebuilding a row from its events yields the same row', async () => {
  await games.play({ seats: [ann, ben], resign: [ben], moves: 7 });
  const original = await rows();
  const nothing = {
    status: 'open',
    seats: [],
    players: [],
    turn: null,
    ply: 1,
    kind: null,
    endedAt: null,
    winner: null,
  };
  await games.prisma.game.updateMany({ data: { ...nothing, updatedAt: new Date(0) } });
  expect(await rebuildSummaries(createSummaryStore(games.prisma), games.store)).toBe(original.length);
  expect(await rows()).toEqual(original);
  await rebuildSummaries(createSummaryStore(games.prisma), games.store);
  expect(await rows()).toEqual(original);
});

test('rows of ended games without a result are rewritten', async () => {
  const original = await rows();
  await games.prisma.game.updateMany({ data: { endedAt: null, endedBy: null, winner: null, kind: null } });
  await fillMissingResults(createSummaryStore(games.prisma), games.store);
  expect(await rows()).toEqual(original);
});

test('a row whose log cannot be read is named, and the others are completed', async () => {
  const original = await rows();
  const [first] = await games.prisma.game.findMany({ where: { status: 'over' }, orderBy: { id: 'asc' } });
  await games.prisma.game.updateMany({ data: { endedAt: null, endedBy: null, winner: null, kind: null } });
  const store = {
    readLog: async (...given: Parameters<typeof games.store.readLog>) => {
      if (given[0] === first?.id) throw new Error('unreadable');
      return games.store.readLog(...given);
    },
  };
  await expect(fillMissingResults(createSummaryStore(games.prisma), store)).rejects.toThrow(first?.id);
  expect((await games.prisma.game.findMany({ where: { status: 'over', endedAt: null } })).map(({ id }) => id)).toEqual([
    first?.id,
  ]);
  await fillMissingResults(createSummaryStore(games.prisma), games.store);
  expect(await rows()).toEqual(original);
});

test('only finished games store a final position, and rows of earlier versions are backfilled', async () => {
  const table = { settings: DEFAULT_SETTINGS, side: 'south', reservations: [] } as const;
  await games.service.createTable({ host: ann, commandId: CommandId.parse('an-open-table'), ...table });
  await games.play({ seats: [ann, ben], resign: [ann], moves: 5 });
  const original = await rows();
  expect(original.map(({ status }) => status)).toContain('open');
  for (const { status, finalPosition } of original) {
    expect(finalPosition === null ? status : parsePosition(finalPosition).ok).toBe(
      finalPosition === null ? 'open' : true,
    );
  }
  await games.prisma.game.updateMany({ data: { finalPosition: null } });
  await fillFinalPositions(createSummaryStore(games.prisma), games.store, AbortSignal.abort());
  expect((await rows()).every(({ finalPosition }) => finalPosition === null)).toBe(true);
  await fillFinalPositions(createSummaryStore(games.prisma), games.store);
  expect(await rows()).toEqual(original);
});
