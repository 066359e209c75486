import { randomUUID } from 'node:crypto';
import {
  type Command,
  CommandId,
  DAY_MS,
  DEFAULT_SETTINGS,
  type GameId,
  GameNow,
  GamePage,
  type Player,
  PlayerProfile,
} from '@terrace/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSummaryStore } from '../store/summaries.ts';
import { insertAccounts } from '../testing/accounts.ts';
import { startTestApp } from '../testing/app.ts';
import { player, useGames } from '../testing/games.ts';
import { fillCloseReasons } from './rebuild.ts';

const [ann, ben, cleo] = [player('Ann'), player('Ben'), player('Cleo')];
const played = useGames();
let app: Awaited<ReturnType<typeof startTestApp>>;
let games: Record<'won' | 'calledOff' | 'neverBegun', GameId>;
beforeAll(async () => {
  await insertAccounts(played.databaseUrl, [ann, ben, cleo], new Date(played.time.now() - 1));
  app = await startTestApp(played.databaseUrl, { scheduler: played.time.scheduler });
  const won = await played.play({ seats: [ann, ben], resign: [ben], moves: 6 });
  played.time.jump(DAY_MS);
  const calledOff = await table();
  await send(calledOff, ben, { type: 'sit', side: null });
  await send(calledOff, ann, { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  await send(calledOff, ben, { type: 'abort' });
  played.time.jump(DAY_MS);
  const neverBegun = await table();
  await send(neverBegun, ann, { type: 'leave' });
  games = { won, calledOff, neverBegun };
});
afterAll(async () => {
  await app?.close();
});

async function table(): Promise<GameId> {
  const opened = await played.service.createTable({
    host: ann,
    commandId: CommandId.parse(randomUUID()),
    settings: { ...DEFAULT_SETTINGS, time: { kind: 'days', perMoveMs: DAY_MS } },
    side: 'south',
    reservations: [],
  });
  if (!opened.ok) throw new Error(opened.error.code);
  return opened.value.gameId;
}

const send = async (gameId: GameId, by: Player, command: Command) => {
  const commandId = CommandId.parse(randomUUID());
  const arrivedAt = played.time.now();
  expect(await played.service.command({ gameId, by, command, commandId, arrivedAt })).toMatchObject({ ok: true });
};

const get = async (path: string): Promise<unknown> => (await fetch(`${app.url}${path}`)).json();
const listed = async (path: string) => GamePage.parse(await get(path)).games;

test('a game that was called off is in the lists of finished games, without a result', async () => {
  for (const path of ['/api/archive', '/api/players/Ann/games', '/api/players/Ben/games']) {
    expect((await listed(path)).map(({ id }) => id)).toEqual([games.calledOff, games.won]);
  }
  expect(await listed('/api/players/Ann/games?end=called-off&result=lost')).toEqual([]);
  const [game] = await listed('/api/players/Ann/games?end=called-off');
  expect(game).toMatchObject({
    id: games.calledOff,
    status: 'closed',
    result: null,
    calledOff: { by: 'abort', side: 'north' },
    endedAt: played.time.now() - DAY_MS,
    ply: 2,
    changes: [],
    position: expect.any(String),
  });
  expect(GameNow.parse(await get(`/api/games/${games.calledOff}/state`))).toMatchObject({
    status: 'closed',
    result: null,
    calledOff: { by: 'abort', side: 'north' },
  });
});

test('pages of finished games merge games with and without a result in order', async () => {
  const first = GamePage.parse(await get('/api/archive?limit=1'));
  expect(first.games.map(({ id }) => id)).toEqual([games.calledOff]);
  const second = GamePage.parse(await get(`/api/archive?limit=1&cursor=${first.next}`));
  expect(second.games.map(({ id }) => id)).toEqual([games.won]);
  expect(second.next).toBeNull();
});

test('a game that was called off is neither won, lost nor drawn, and counts in no statistics', async () => {
  for (const query of ['result=won', 'result=lost', 'result=drawn', 'end=resignation']) {
    expect((await listed(`/api/players/Ann/games?${query}`)).map(({ id }) => id)).not.toContain(games.calledOff);
  }
  const { results, opponents } = PlayerProfile.parse(await get('/api/players/Ann'));
  expect(results.map(({ score }) => score)).toEqual([{ games: 1, won: 1, drawn: 0, lost: 0 }]);
  expect(opponents).toMatchObject([{ player: ben, score: { games: 1 } }]);
  const records = await (await fetch(`${app.url}/api/players/Ann/records`)).text();
  expect(records.match(/\[Result /g)).toHaveLength(1);
});

test('text lists games that were called off, without tables that never began', async () => {
  const rows = await played.store.allGamesOf(ann.id, 10);
  expect(rows.map(({ id, status }) => [id, status])).toEqual([
    [games.calledOff, 'closed'],
    [games.won, 'over'],
  ]);
});

test('games that an earlier version called off are found', async () => {
  const rows = () => played.prisma.game.findMany({ orderBy: { id: 'asc' } });
  const original = await rows();
  await played.prisma.game.updateMany({
    where: { status: 'closed' },
    data: { closedBy: null, closedSide: null, calledOffAt: null, finalPosition: null },
  });
  await fillCloseReasons(createSummaryStore(played.prisma), played.store);
  expect(await rows()).toEqual(original);
  expect(original.find(({ id }) => id === games.neverBegun)).toMatchObject({ closedBy: 'host', calledOffAt: null });
});
