import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import {
  BotList,
  CommandDone,
  GameId,
  GameLog,
  GameNow,
  GamePage,
  Leaderboard,
  LegalMoves,
  LivelyKind,
  MailSubscription,
  Me,
  OngoingRatedGame,
  PlayerLobby,
  PlayerProfile,
  RatedGame,
  RatingHistory,
  Refused,
  ReviewState,
  SignInMethods,
  TableOpened,
} from '@terrace/protocol';
import { parseRecord } from '@terrace/rules';
import { newCommandId } from '@terrace/testing/client';
import { aGame } from '@terrace/testing/games';
import { becomeMember, memberAt, request } from '@terrace/testing/members';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createMailTokens, mailKey } from '../../notifications/mail-tokens.ts';
import { SECRET } from '../../testing/app.ts';
import { useSharedApp } from '../../testing/shared-app.ts';

const app = useSharedApp();
let south: Awaited<ReturnType<typeof memberAt>>;
let north: Awaited<ReturnType<typeof memberAt>>;
let rated: { gameId: GameId; received: RatedGame };
beforeAll(async () => {
  [south, north] = [await memberAt(app.url), await memberAt(app.url)];
  const { gameId } = await aGame(app.url).among(south, north).with({ rated: true }).started();
  await north.request('game:watch', { gameId, after: 0 });
  const received = new Promise<RatedGame>((resolve) => {
    north.socket.once('game:rated', (message: unknown) => resolve(RatedGame.parse(message)));
  });
  await south.command(gameId, { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  await north.command(gameId, { type: 'move', ply: 2, from: 'e7', to: 'e6' });
  await north.command(gameId, { type: 'resign' });
  rated = { gameId, received: await received };
}, 60_000);

const get = (path: string, headers: Record<string, string> = {}) => request(app.url, path, { headers });
const tokenOf = async ({ cookie }: { cookie: string }, scopes = ['read', 'play']): Promise<string> => {
  const reply = await request(app.url, '/api/account/tokens', { cookie, body: { name: 'bot', scopes } });
  return z.object({ text: z.string() }).parse(reply.body).text;
};

test('a refusal uses the language of its request, preferring the settings to Accept-Language; its code never changes', async () => {
  const refusalIn = async (headers: Record<string, string>) => {
    const { status, body } = await get('/api/games/000000000000', headers);
    expect(status).toBe(404);
    const { refusal, message } = Refused.parse(body);
    expect(refusal).toEqual({ code: 'no-such-game' });
    return message;
  };
  const [english, german] = ['Game not found.', 'Partie nicht gefunden.'].map((start) =>
    expect.stringContaining(start),
  );
  const cookie = (language: string) => `terrace_preferences=${encodeURIComponent(JSON.stringify({ language }))}`;
  expect(await refusalIn({})).toEqual(english);
  expect(await refusalIn({ 'accept-language': 'de-AT, en;q=0.5' })).toEqual(german);
  expect(await refusalIn({ 'accept-language': 'de', cookie: cookie('en') })).toEqual(english);
  const asked = ['de', 'en', 'de', 'en', 'fr'].map((language) => refusalIn({ 'accept-language': language }));
  expect(await Promise.all(asked)).toEqual([german, english, german, english, english]);
});

test('rating changes after a game are broadcast to its watchers and included in the game’s reply', async () => {
  const { gameId, received } = rated;
  expect(received).toMatchObject({ gameId, kind: 'blitz' });
  const [won, lost] = received.changes;
  expect(won).toMatchObject({ side: 'south', before: 1500, provisional: true });
  expect(won?.after).toBeGreaterThan(1500);
  expect(lost?.after).toBeLessThan(1500);
  expect(GameLog.parse((await get(`/api/games/${gameId}`)).body).changes).toEqual(received.changes);
});

const reads = (): Readonly<Record<string, { path: string; answer: z.core.$ZodType }>> => {
  const { gameId } = rated;
  const { name } = south.player;
  const Record = z.string().refine((text) => parseRecord(text.trimEnd()).ok || parseRecord(text).ok);
  return {
    '/api/games/{id}': { path: `/api/games/${gameId}`, answer: GameLog },
    '/api/games/{id}/record': { path: `/api/games/${gameId}/record`, answer: Record },
    '/api/games/{id}/moves': { path: `/api/games/${gameId}/moves`, answer: LegalMoves },
    '/api/games/{id}/state': { path: `/api/games/${gameId}/state`, answer: GameNow },
    '/api/unsubscribe/{token}': {
      path: `/api/unsubscribe/${createMailTokens(mailKey(SECRET)).unsubscription({ player: south.player.id, kind: 'turn' })}`,
      answer: MailSubscription,
    },
    '/api/bots': { path: '/api/bots', answer: BotList },
    '/api/games/{id}/stream': { path: `/api/games/${gameId}/stream`, answer: z.string().includes('event: ended') },
    '/api/games/{id}/review': { path: `/api/games/${gameId}/review`, answer: ReviewState },
    '/api/me/rated-game': { path: '/api/me/rated-game', answer: OngoingRatedGame },
    '/api/account/sign-in-methods': { path: '/api/account/sign-in-methods', answer: SignInMethods },
    '/api/openapi.json': { path: '/api/openapi.json', answer: Document },
    '/health': { path: '/health', answer: z.object({ alive: z.literal(true) }) },
    '/ready': { path: '/ready', answer: z.literal('ready\n') },
    '/api/me': { path: '/api/me', answer: Me },
    '/api/players/{name}': { path: `/api/players/${name}`, answer: PlayerProfile },
    '/api/players/{name}/ratings/{kind}': { path: `/api/players/${name}/ratings/blitz`, answer: RatingHistory },
    '/api/players/{name}/games': { path: `/api/players/${name}/games`, answer: GamePage },
    '/api/players/{name}/records': { path: `/api/players/${name}/records`, answer: Record },
    '/api/lobby': { path: '/api/lobby', answer: PlayerLobby },
    '/api/archive': { path: '/api/archive?rated=true', answer: GamePage },
    '/api/leaderboards': { path: '/api/leaderboards', answer: LivelyKind },
    '/api/leaderboards/{kind}': { path: '/api/leaderboards/blitz', answer: Leaderboard },
  };
};

const Operation = z.object({
  summary: z.string(),
  description: z.string(),
  operationId: z.string(),
  security: z.array(z.record(z.string(), z.unknown())),
  responses: z.record(z.string(), z.unknown()),
});
const Document = z.object({
  openapi: z.literal('3.1.0'),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
});

test('every documented route answers as documented', async () => {
  const document = Document.parse((await get('/api/openapi.json')).body);
  const isOpen = (operation: z.infer<typeof Operation> | undefined) =>
    operation?.security.some((scheme) => Object.keys(scheme).length === 0) ?? false;
  const open = Object.keys(document.paths).filter((path) => isOpen(document.paths[path]?.get));
  expect(open.sort()).toEqual(Object.keys(reads()).sort());
  for (const [path, read] of Object.entries(reads())) {
    const reply = await get(read.path);
    expect(reply.status, path).toBe(200);
    expect(z.safeParse(read.answer, reply.body).error, path).toBe(undefined);
  }
  const text = JSON.stringify(document);
  for (const [, name] of text.matchAll(/#\/components\/schemas\/(\w+)/g))
    expect(document.components.schemas).toHaveProperty(name ?? '');
});

test('a program opens a table, lists legal moves and plays, within the scopes of its token', async () => {
  const bearer = async (who: { cookie: string }, scopes?: string[]) => ({
    authorization: `Bearer ${await tokenOf(who, scopes)}`,
  });
  const [one, other, reader] = [await bearer(south), await bearer(north), await bearer(north, ['read'])];
  const opened = await request(app.url, '/api/games', {
    headers: one,
    body: { settings: { setup: 'short', time: null }, side: 'south' },
  });
  const { gameId } = TableOpened.parse(opened.body);
  const act = (headers: Record<string, string>, command: object, commandId: string = newCommandId()) =>
    request(app.url, `/api/games/${gameId}/commands`, { headers, body: { commandId, command } });
  expect((await act(reader, { type: 'sit', side: null })).body).toMatchObject({
    refusal: { code: 'read-only-token' },
    message: expect.stringMatching(/\.$/),
  });
  CommandDone.parse((await act(other, { type: 'sit', side: null })).body);
  const { moves, player, ply } = LegalMoves.parse((await get(`/api/games/${gameId}/moves`)).body);
  expect([player, ply, moves.length]).toEqual([south.player.id, 1, 31]);
  const usenet = LegalMoves.parse((await get(`/api/games/${gameId}/moves?notation=numeric&diagram=usenet`)).body);
  expect(usenet.moves.every(({ text }) => /^B[1-4T][a-h]\d-/.test(text))).toBe(true);
  expect(usenet.diagram).toContain('1 o  B4 B3 B3 B2 B2 BT o  <-- high corner');
  expect((await get(`/api/games/${gameId}/moves?notation=morse`)).status).toBe(400);
  const [move] = moves;
  const twice = newCommandId();
  const [first, again] = [
    await act(one, { type: 'move', ply, from: move?.from, to: move?.to }, twice),
    await act(one, { type: 'move', ply, from: move?.from, to: move?.to }, twice),
  ];
  expect(again.body).toEqual(first.body);
  const late = await act(one, { type: 'move', ply, from: move?.from, to: move?.to });
  expect([late.status, Refused.parse(late.body).refusal.code]).toEqual([409, 'stale']);
  expect((await act({}, { type: 'resign' })).status).toBe(401);
  expect((await act(one, { type: 'dance' })).status).toBe(400);
});

test('a table with a position needs no setup; a named setup is rejected', async () => {
  const headers = { authorization: `Bearer ${await tokenOf(south)}` };
  const position = '8/8/8/8/2cT4/8/8/t7 s sn 0 1';
  const open = (settings: object) => request(app.url, '/api/games', { headers, body: { settings } });
  for (const settings of [{ position }, { setup: 'custom', position }]) {
    const { gameId } = TableOpened.parse((await open(settings)).body);
    const { events } = GameLog.parse((await get(`/api/games/${gameId}`)).body);
    expect(events[0]?.event).toMatchObject({ type: 'created', settings: { setup: 'custom', position } });
    await south.command(gameId, { type: 'leave' });
  }
  const rejected = await open({ setup: 'long', position });
  expect([rejected.status, Refused.parse(rejected.body)]).toMatchObject([
    400,
    { refusal: { code: 'bad-position', why: { code: 'not-custom', setup: 'long' } } },
  ]);
});

test('the example bot plays a complete game against itself', { timeout: 60_000 }, async () => {
  const [one, other] = [await tokenOf(await becomeMember(app.url)), await tokenOf(await becomeMember(app.url))];
  const bot = new URL('../../../../../examples/bot.ts', import.meta.url).pathname;
  const { stdout } = await promisify(execFile)(process.execPath, [bot], {
    env: { PATH: process.env.PATH, TERRACE_URL: app.url, TERRACE_TOKENS: `${one},${other}` },
  });
  const [, id] = /game\/(\w{12}): (?:a draw|\w+ wins)\n$/.exec(stdout) ?? [];
  const { events } = GameLog.parse((await get(`/api/games/${GameId.parse(id)}`)).body);
  expect(events.at(-1)?.event.type).toBe('ended');
});

test('a finished game and a leaderboard are not sent again to a client that has cached them', async () => {
  for (const path of [`/api/games/${rated.gameId}`, `/api/games/${rated.gameId}/record`, '/api/leaderboards/blitz']) {
    const first = await get(path);
    const tag = first.headers.get('etag') ?? '';
    expect(tag, path).toMatch(/^"[\w-]+"$/);
    const again = await get(path, { 'if-none-match': tag });
    expect([again.status, again.body], path).toEqual([304, '']);
    expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200);
  }
  const open = await south.create({}, 'south');
  expect((await get(`/api/games/${open}`)).headers.get('etag')).toBe(null);
});

test('a client that asks too often learns when to retry', { timeout: 30_000 }, async () => {
  const token = await tokenOf(await becomeMember(app.url));
  const headers = { authorization: `Bearer ${token}` };
  const afterMany = async () => {
    const answers = await Promise.all(Array.from({ length: 120 }, () => get('/api/me', headers)));
    const refused = answers.find(({ status }) => status === 429);
    return { body: refused?.body, retryAfter: refused?.headers.get('retry-after') };
  };
  // Retried, because a new one-second window may begin in between.
  await expect.poll(afterMany).toMatchObject({
    body: { refusal: { code: 'too-many-requests' }, message: expect.stringMatching(/\.$/) },
    retryAfter: '1',
  });
});

test('a page of another site cannot act, and an unknown API path gets a JSON refusal', async () => {
  const foreign = { origin: 'https://elsewhere.example', cookie: south.cookie };
  const reply = await request(app.url, '/api/games', { headers: foreign, body: {} });
  expect(reply.status).toBeGreaterThanOrEqual(401);
  expect(reply.status).toBeLessThan(404);
  expect(await get('/api/nothing')).toMatchObject({ status: 404, body: { refusal: { code: 'no-such-route' } } });
});
