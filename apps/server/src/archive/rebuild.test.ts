import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '../../../../tools/testing/database.ts';
import { openDatabase } from '../store/client.ts';
import { createGameStore } from '../store/games.ts';
import { createSummaryStore } from '../store/summaries.ts';
import { gamesOn, player } from '../testing/games.ts';
import { fillMissingResults, rebuildSummaries } from './rebuild.ts';

const [ann, ben, cleo] = [player('ann'), player('ben'), player('cleo')];
const report = (fault: unknown): void => {
  throw fault;
};

let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let database: ReturnType<typeof openDatabase>;
let house: ReturnType<typeof gamesOn>;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase(fresh.url, report);
  house = gamesOn(createGameStore(database.prisma), report);
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

const rows = () => database.prisma.game.findMany({ orderBy: { id: 'asc' } });

test('a finished game’s row tells its kind, when and how it ended, who won and who came where', async () => {
  const won = await house.play({ seats: [ann, ben], resign: [ann] });
  const endedAt = new Date(house.clock.now);
  expect(await database.prisma.game.findUnique({ where: { id: won } })).toMatchObject({
    ...{ status: 'over', kind: 'blitz', endedAt, endedBy: 'resignation', winner: ben.id },
    places: [['north'], ['south']],
  });
  const drawn = await house.play({ setup: 'three', seats: [ann, ben, cleo], resign: [cleo], time: null });
  expect(await database.prisma.game.findUnique({ where: { id: drawn } })).toMatchObject({
    ...{ kind: null, endedBy: 'agreement', winner: null },
    places: [['south', 'north'], ['east']],
  });
});

test('every row can be derived again from its events, and is what it was', async () => {
  await house.play({ seats: [ann, ben], resign: [ben], moves: 7 });
  const lived = await rows();
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
  await database.prisma.game.updateMany({ data: { ...nothing, updatedAt: new Date(0) } });
  const games = createGameStore(database.prisma);
  expect(await rebuildSummaries(createSummaryStore(database.prisma), games)).toBe(lived.length);
  expect(await rows()).toEqual(lived);
  await rebuildSummaries(createSummaryStore(database.prisma), games);
  expect(await rows()).toEqual(lived);
});

test('rows from before they told of ends are filled', async () => {
  const lived = await rows();
  await database.prisma.game.updateMany({ data: { endedAt: null, endedBy: null, winner: null, kind: null } });
  await fillMissingResults(createSummaryStore(database.prisma), createGameStore(database.prisma));
  expect(await rows()).toEqual(lived);
});
