import { type GameId, GamePage, Leaderboard, type Player, PlayerProfile, RatingHistory } from '@terrace/protocol';
import { becomeGuest } from '@terrace/testing/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tokenHash } from '../accounts/identity.ts';
import { rateEndedSince } from '../ratings/rate-ended-games.ts';
import { createRatingStore } from '../store/ratings.ts';
import { insertAccounts } from '../testing/accounts.ts';
import { startTestApp } from '../testing/app.ts';
import { player, reportError, useGames } from '../testing/games.ts';

const HOUR = 3_600_000;
const [ann, ben, cleo, dan] = [player('Ann'), player('Ben'), player('Cleo'), player('Dan')];

const played = useGames();
let app: Awaited<ReturnType<typeof startTestApp>>;
let me: { cookie: string; player: Player };
let games: Record<'won' | 'drawn' | 'lost' | 'three' | 'mine' | 'secret' | 'casual' | 'ratedByLink', GameId>;
beforeAll(async () => {
  await insertAccounts(played.databaseUrl, [ann, ben, cleo, dan], new Date(played.time.now() - 1));
  app = await startTestApp(played.databaseUrl, { scheduler: played.time.scheduler });
  me = await becomeGuest(app.url);
  const createdAt = new Date(played.time.now());
  await played.prisma.player.upsert({
    where: { id: me.player.id },
    create: { ...me.player, createdAt },
    update: { createdAt },
  });
  const rated = { rated: true, time: { kind: 'clock', initialMs: 300_000, incrementMs: 3_000 } } as const;
  const plans = {
    won: { ...rated, seats: [ann, ben], resign: [ben], moves: 6 },
    drawn: { ...rated, seats: [ben, ann], moves: 3 },
    lost: { ...rated, setup: 'short', seats: [ann, ben], resign: [ann] },
    three: { ...rated, setup: 'three', seats: [cleo, ann, ben], resign: [ben, ann] },
    mine: { seats: [me.player, ann], resign: [ann], time: null },
    secret: { seen: 'link', seats: [me.player, ann], resign: [me.player] },
    casual: { seats: [cleo, dan], resign: [cleo] },
    ratedByLink: { ...rated, seen: 'link', seats: [cleo, dan], resign: [dan] },
  } as const;
  const ids: Partial<typeof games> = {};
  for (const name of ['won', 'drawn', 'lost', 'three', 'mine', 'secret', 'casual', 'ratedByLink'] as const) {
    ids[name] = await played.play(plans[name]);
    played.time.jump(24 * HOUR);
  }
  games = { ...games, ...ids };
  await rateEndedSince(0, {
    store: createRatingStore(played.prisma),
    games: played.store,
    reportError,
    onRated: () => undefined,
  });
});
afterAll(async () => {
  await app?.close();
});

async function get(path: string, cookie = ''): Promise<unknown> {
  const response = await fetch(`${app.url}${path}`, { headers: { cookie } });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}
const page = async (path: string, cookie = '') => GamePage.parse(await get(path, cookie));
const idsAt = async (path: string, cookie = '') => (await page(path, cookie)).games.map(({ id }) => id);

test.each([
  ['', ['casual', 'mine', 'three', 'lost', 'drawn', 'won']],
  ['?player=ann', ['mine', 'three', 'lost', 'drawn', 'won']],
  ['?player=Ann&opponent=BEN', ['three', 'lost', 'drawn', 'won']],
  ['?player=Ann&result=won', ['won']],
  ['?player=Ann&result=lost', ['mine', 'three', 'lost']],
  ['?result=drawn', ['drawn']],
  ['?kind=blitz&rated=true', ['lost', 'drawn', 'won']],
  ['?kind=three', ['three']],
  ['?setup=short', ['lost']],
  ['?seats=3', ['three']],
  ['?end=agreement', ['drawn']],
  ['?minMoves=4', ['won']],
  ['?minMoves=3&maxMoves=3', ['three', 'drawn']],
  ['?from=2026-01-02&until=2026-01-03', ['lost', 'drawn']],
  ['?rated=false', ['casual', 'mine']],
] as const)('the archive filters by %s', async (query, names) => {
  expect(await idsAt(`/api/archive${query}`)).toEqual(names.map((name) => games[name]));
});

test('a row has the players, the result by side, and the rating changes', async () => {
  const [found] = (await page('/api/players/Ann/games?result=won')).games;
  expect(found).toMatchObject({
    id: games.won,
    status: 'over',
    kind: 'blitz',
    ply: 7,
    seats: [
      { side: 'south', player: ann },
      { side: 'north', player: ben },
    ],
    result: { winner: 'south', by: 'resignation', places: [['south'], ['north']] },
    changes: [
      { side: 'south', before: 1500, provisional: true },
      { side: 'north', before: 1500, provisional: true },
    ],
  });
});

test('only its players find a game by link', async () => {
  expect(await idsAt('/api/archive?player=Ann', me.cookie)).toContain(games.secret);
  const other = await becomeGuest(app.url);
  for (const cookie of ['', other.cookie]) {
    expect(await idsAt('/api/players/Ann/games', cookie)).not.toContain(games.secret);
    const records = await (await fetch(`${app.url}/api/players/Ann/records`, { headers: { cookie } })).text();
    expect(records.split('\n').filter((line) => line.includes(me.player.name))).toHaveLength(1);
    const profile = PlayerProfile.parse(await get('/api/players/Ann', cookie));
    expect(profile.opponents.find(({ player }) => player.id === me.player.id)?.score.games).toBe(1);
  }
});

test('consecutive pages list every game once, even while games are added', async () => {
  const seen: GameId[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const found = await page(`/api/archive?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
    seen.push(...found.games.map(({ id }) => id));
    cursor = found.next;
    if (seen.length === 2) await played.play({ seats: [ann, dan], resign: [dan] });
  }
  expect(seen).toEqual(
    ['casual', 'mine', 'three', 'lost', 'drawn', 'won'].map((name) => games[name as keyof typeof games]),
  );
});

test('a profile has ratings, results by kind, opponents, and the score against the viewer', async () => {
  const profile = PlayerProfile.parse(await get('/api/players/ann', me.cookie));
  expect(profile).toMatchObject({ player: ann, guest: false });
  expect(profile.ratings.map(({ kind, games, provisional }) => [kind, games, provisional])).toEqual([
    ['blitz', 3, true],
    ['three', 1, true],
  ]);
  expect(profile.results.find(({ kind }) => kind === 'blitz')?.score).toMatchObject({
    won: expect.any(Number),
    drawn: 1,
  });
  expect(profile.results.find(({ kind }) => kind === null)?.score).toEqual({ games: 1, won: 0, drawn: 0, lost: 1 });
  expect(profile.opponents[0]).toEqual({ player: ben, score: { games: 4, won: 1, drawn: 1, lost: 2 } });
  expect(profile.againstMe).toEqual({ games: 2, won: 1, drawn: 0, lost: 1 });
  expect(PlayerProfile.parse(await get('/api/players/ann')).againstMe).toBe(null);
});

test('a rating’s history has a point for each rated game, oldest first', async () => {
  const { points } = RatingHistory.parse(await get('/api/players/Ann/ratings/blitz'));
  expect(points.map(({ gameId }) => gameId)).toEqual([games.won, games.drawn, games.lost]);
  expect(points[0]?.rating).toBeGreaterThan(points[2]?.rating ?? 0);
});

test('a rating’s history shows a game by link only to its players', async () => {
  const text = 'terrace_token-of-cleo';
  await played.prisma.apiToken.create({
    data: {
      id: 'cleo',
      playerId: cleo.id,
      name: 'all',
      hash: tokenHash(text),
      scopes: ['read'],
      createdAt: new Date(),
    },
  });
  const pointsFor = async (headers: Record<string, string>) =>
    RatingHistory.parse(await (await fetch(`${app.url}/api/players/Cleo/ratings/blitz`, { headers })).json()).points;
  expect((await pointsFor({ authorization: `Bearer ${text}` })).map(({ gameId }) => gameId)).toEqual([
    games.ratedByLink,
  ]);
  for (const cookie of ['', me.cookie]) expect(await pointsFor({ cookie })).toEqual([]);
});

test('a leaderboard lists established ratings in pages, best first, and provisional players separately', async () => {
  expect(Leaderboard.parse(await get('/api/leaderboards/blitz')).rows).toEqual([]);
  expect(await get('/api/leaderboards')).toEqual({ kind: 'blitz' }); // three ratings, none established
  const updatedAt = new Date(played.time.now());
  const rows = [ann, ben, cleo].map(({ id }, i) => ({
    playerId: id,
    rating: 1600 + 10 * i,
    deviation: 60,
    games: 30 + i,
  }));
  await played.prisma.rating.createMany({
    data: [...rows, { playerId: dan.id, rating: 2500, deviation: 111, games: 3 }].map((row) => ({
      ...row,
      kind: 'rapid',
      volatility: 0.06,
      updatedAt,
    })),
  });
  expect(await get('/api/leaderboards')).toEqual({ kind: 'rapid' });
  const first = Leaderboard.parse(await get('/api/leaderboards/rapid?limit=2'));
  expect(first.provisional).toEqual([{ player: dan, rating: 2500, deviation: 111, games: 3, gamesToGo: 1 }]);
  expect(first.rows.map(({ place, player, rating }) => [place, player.name, rating])).toEqual([
    [1, 'Cleo', 1620],
    [2, 'Ben', 1610],
  ]);
  const second = Leaderboard.parse(await get(`/api/leaderboards/rapid?limit=2&cursor=${first.next}`));
  expect(second).toMatchObject({ rows: [{ place: 3, player: ann, deviation: 60 }], provisional: [], next: null });
  played.time.jump(400 * 24 * HOUR); // ratings become provisional after a year without a game
  const late = Leaderboard.parse(await get('/api/leaderboards/rapid'));
  expect(late.rows).toEqual([]);
  expect(late.provisional.map(({ player }) => player.name)).toEqual(['Dan', 'Cleo', 'Ben', 'Ann']);
});

test.each([
  ['/api/archive?limit=51', 400],
  ['/api/archive?cursor=nonsense', 400],
  ['/api/archive?result=won', 400],
  ['/api/archive?from=yesterday', 400],
  ['/api/archive?player=Nobody', 404],
  ['/api/players/Nobody', 404],
  ['/api/leaderboards/chess', 400],
  ['/api/leaderboards/blitz?cursor=eyJyYXRpbmciOiJ4In0', 400],
])('%s is rejected with a code and a sentence', async (path, status) => {
  const response = await fetch(`${app.url}${path}`);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({
    refusal: { code: status === 404 ? 'no-such-player' : 'malformed' },
    message: expect.stringMatching(/\.$/),
  });
});

test('the text command prints the player’s own ratings and the best of each kind', async () => {
  const now = new Date(played.time.now());
  const row = { kind: 'rapid', rating: 1777.4, deviation: 60, volatility: 0.06, games: 40, updatedAt: now };
  await played.prisma.rating.updateMany({ where: { playerId: cleo.id, kind: 'rapid' }, data: row });
  await played.prisma.rating.create({
    data: { ...row, playerId: me.player.id, kind: 'days', rating: 1450, deviation: 200 },
  });
  const headers = { cookie: me.cookie, 'content-type': 'text/plain' };
  const response = await fetch(`${app.url}/api/command`, { method: 'POST', body: 'ratings', headers });
  expect((await response.text()).trimEnd()).toBe('Yours: days 1450?.\nrapid:\n  1. Cleo 1777');
});

test('a game that a player leaves before the first round does not count in a profile', async () => {
  const before = PlayerProfile.parse(await get('/api/players/Dan'));
  await played.play({ seats: [ann, dan], moves: 1, resign: [dan] });
  const { results, opponents } = PlayerProfile.parse(await get('/api/players/Dan'));
  expect({ results, opponents }).toEqual({ results: before.results, opponents: before.opponents });
  await played.play({ seats: [ann, dan], moves: 2, resign: [dan] });
  expect(PlayerProfile.parse(await get('/api/players/Dan')).opponents.map(({ player }) => player.id)).toContain(ann.id);
});
