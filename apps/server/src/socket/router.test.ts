import type { GameId, RequestName } from '@terrace/protocol';
import { ok } from '@terrace/rules';
import { connect, guestAt, newCommandId, tableOptions } from '@terrace/testing/client';
import { becomeMember, request } from '@terrace/testing/members';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { useSharedApp } from '../testing/shared-app.ts';
import type { SocketRequests } from './request.ts';

type Guest = Awaited<ReturnType<typeof guestAt>>;

const app = useSharedApp();
let south: Guest;
let north: Guest;
let stranger: Guest;
let gameId: GameId;
let finished: GameId;

async function startGame(): Promise<GameId> {
  const id = await south.create(
    { setup: 'long', time: { kind: 'clock', initialMs: 300_000, incrementMs: 0 } },
    'south',
  );
  await north.command(id, { type: 'sit', side: 'north' });
  return id;
}

beforeAll(async () => {
  [south, north, stranger] = await Promise.all([guestAt(app.url), guestAt(app.url), guestAt(app.url)]);
  gameId = await startGame();
  finished = await startGame();
  await north.command(finished, { type: 'resign' });
});

const seqOf = async (id: GameId) => {
  const log = await south.request('game:watch', { gameId: id, after: 0 });
  return log.ok ? log.value.events.length : Number.NaN;
};

const move = { type: 'move', ply: 1, from: 'd2', to: 'd3' };
const huge = 'x'.repeat(20_000);

/** A valid payload for each event, to be corrupted. */
const validPayloads = (): Record<RequestName, Record<string, unknown>> => ({
  'game:create': tableOptions({}, 'south'),
  'game:watch': { gameId, after: 0 },
  'game:unwatch': { gameId },
  'game:command': { gameId, commandId: newCommandId(), command: move },
  'lobby:watch': { known: null },
  'lobby:unwatch': {},
  'lobby:more': { below: { createdAt: 7, id: gameId } },
  'featured:watch': { filter: null },
  'invitations:list': {},
  'online:list': { search: 'Guest' },
  'pairing:join': { setup: 'long', time: null, rated: false },
  'pairing:resume': { wanted: null },
  'pairing:accept': { player: 'nobody-here', game: { setup: 'long', time: null, rated: false } },
  'pairing:leave': {},
  'chat:join': { gameId },
  'chat:leave': { gameId },
  'chat:say': { gameId, text: 'Hello.' },
  'chat:block': { playerId: stranger.player.id, on: true },
  'chat:report': { messageId: 1, reason: 'Rude.' },
  'conditional:set': { gameId, ply: 1, moves: [] },
  'conditional:get': { gameId },
  'note:get': { gameId },
  'note:set': { gameId, text: 'Watch the far corner.' },
  'variations:get': { gameId },
  'variations:set': { gameId, moves: ['1 d2d3', '2 e7e6'] },
  'inbox:watch': { group: null, limit: 30 },
  'inbox:unwatch': {},
  'inbox:next': { gameId },
  'game:visible': { gameId, visible: true },
  'time:now': {},
});

/** Values among the corrupted ones that are valid for a field. */
const validValues: Record<string, readonly unknown[]> = {
  side: [null],
  after: [7],
  from: [null],
  on: [true],
  ply: [7],
  visible: [true],
  messageId: [7],
  known: [null],
  wanted: [null],
  filter: [null],
  group: [null],
  limit: [7],
  time: [null],
  rated: [true],
};
const isFine = (event: string, field: string, value: unknown): boolean =>
  validValues[field]?.includes(value) ||
  (event === 'note:set' && field === 'text' && value === '') ||
  (['reserved', 'moves'].includes(field) && JSON.stringify(value) === '[]') ||
  (['text', 'reason', 'search'].includes(field) && value === `${'0'.repeat(12)}\n`) ||
  (field === 'search' && value === '');

const spoiltValues = [null, 7, -1, 1.5, true, '', huge, [], {}, { type: 'rob' }, ['d2'], `${'0'.repeat(12)}\n`];

test('every event with a wrong type, a missing field, an extra field or a huge string is refused as malformed', async () => {
  const before = await seqOf(gameId);
  for (const [event, payload] of Object.entries(validPayloads())) {
    const client = await guestAt(app.url); // separate from other tests because of rate limits
    const spoilt: unknown[] = [null, 'text', 7, [], huge, undefined, { ...payload, extra: 1 }];
    for (const field of Object.keys(payload)) {
      const { [field]: _, ...missing } = payload;
      spoilt.push(
        missing,
        ...spoiltValues
          .filter((value) => !isFine(event, field, value))
          .map((value) => ({ ...payload, [field]: value })),
      );
    }
    for (const each of spoilt) {
      expect(await client.sendRaw(event, each), `${event} ${JSON.stringify(each)?.slice(0, 80)}`).toMatchObject({
        ok: false,
        refusal: { code: 'malformed' },
      });
    }
    client.close();
  }
  expect(await seqOf(gameId)).toBe(before);
});

test.each([
  ['a square off the board', { ...move, to: 'i9' }],
  ['a ply that is no number', { ...move, ply: '1' }],
  ['a ply of nought', { ...move, ply: 0 }],
  ['an unknown command', { type: 'win' }],
  ['a huge square', { ...move, from: huge }],
  ['an extra field', { ...move, force: true }],
  ['the server’s own command', { type: 'interrupt', since: 0, until: 9e12 }],
])('a command with %s is refused as malformed', async (_, command) => {
  const answer = await south.sendRaw('game:command', { gameId, commandId: newCommandId(), command });
  expect(answer).toMatchObject({ ok: false, refusal: { code: 'malformed' } });
});

test('an unknown event is refused', async () => {
  for (const event of ['game:cheat', 'constructor', '__proto__', 'toString']) {
    expect(await south.sendRaw(event, {})).toMatchObject({ ok: false, refusal: { code: 'unknown-event' } });
  }
});

test('strangers and the opponent cannot use a seat', async () => {
  const before = await seqOf(gameId);
  const command = { type: 'move', ply: 1, from: 'd2', to: 'd3' } as const;
  expect(await stranger.command(gameId, command)).toMatchObject({ refusal: { code: 'not-seated' } });
  expect(await stranger.command(gameId, { type: 'resign' })).toMatchObject({ refusal: { code: 'not-seated' } });
  expect(await north.command(gameId, command)).toMatchObject({ refusal: { code: 'not-your-turn', turn: 'south' } });
  expect(await stranger.command(gameId, { type: 'sit', side: null })).toMatchObject({
    refusal: { code: 'seat-taken' },
  });
  expect(await seqOf(gameId)).toBe(before);
});

test('a client with a forged or missing cookie can watch as a stranger', async () => {
  for (const cookie of ['', `${south.cookie}x`, 'terrace_session=aaaaaaaaaaaaaaaaaaaa.bbbb', 'terrace_session=%00']) {
    const anonymous = await connect(app.url, cookie);
    expect(await anonymous.request('game:watch', { gameId, after: 0 })).toMatchObject({ ok: true });
    expect(await anonymous.command(gameId, { type: 'resign' })).toMatchObject({ refusal: { code: 'no-session' } });
    anonymous.close();
  }
});

test('a finished game accepts no commands', async () => {
  const before = await seqOf(finished);
  for (const command of [
    { type: 'resign' },
    { type: 'flag' },
    { type: 'sit', side: null },
    { type: 'leave' },
  ] as const) {
    expect(await south.command(finished, command)).toMatchObject({ refusal: { code: 'game-over' } });
  }
  expect(await seqOf(finished)).toBe(before);
});

test('an unknown game is refused', async () => {
  const unknown = '000000000000' as GameId;
  expect(await south.request('game:watch', { gameId: unknown, after: 0 })).toMatchObject({
    refusal: { code: 'no-such-game' },
  });
  expect(await south.command(unknown, { type: 'resign' })).toMatchObject({ refusal: { code: 'no-such-game' } });
});

test('an illegal move is refused with the reason', async () => {
  const answer = await south.command(gameId, { type: 'move', ply: 1, from: 'd2', to: 'c3' });
  expect(answer).toMatchObject({
    ok: false,
    refusal: { code: 'illegal-move', why: { code: 'down-diagonal-only-captures' } },
  });
});

test('a client that sends far too many requests is refused, then disconnected', async () => {
  const flood = await guestAt(app.url);
  const disconnected = new Promise((resolve) => flood.socket.once('disconnect', resolve));
  const answers = await Promise.all(Array.from({ length: 150 }, () => flood.sendRaw('time:now', {})));
  expect(answers.at(-1)).toMatchObject({ ok: false, refusal: { code: 'too-many-requests' } });
  for (let i = 0; i < 1000; i += 1) flood.socket.emit('time:now', {}, () => undefined);
  await disconnected;
  expect((await fetch(`${app.url}/health`)).status).toBe(200);
});

test('a message of a megabyte closes only its own connection', async () => {
  const whale = await guestAt(app.url);
  const disconnected = new Promise((resolve) => whale.socket.once('disconnect', resolve));
  whale.socket.emit('lobby:watch', { text: 'x'.repeat(1_000_000) }, () => undefined);
  await disconnected;
  expect(await south.request('time:now', {})).toMatchObject({ ok: true });
});

/** The code with which a connection is refused, or the name of the player whose request was accepted. */
async function identityOf(headers: Record<string, string>, auth: Record<string, unknown>): Promise<unknown> {
  const { io } = await import('socket.io-client');
  const options = { transports: ['websocket'], forceNew: true, reconnection: false };
  const socket = io(app.url, { ...options, extraHeaders: headers, auth });
  const refused = new Promise<unknown>((resolve) =>
    socket.once('connect_error', (error) => resolve('data' in error ? error.data : error.message)),
  );
  const accepted = new Promise<unknown>((resolve) =>
    socket.once('connect', async () => {
      const opened = await socket.emitWithAck('game:create', tableOptions({}, 'south'));
      if (!opened.ok) return resolve(opened.refusal);
      const log = await south.request('game:watch', { gameId: opened.value.gameId, after: 0 });
      resolve(log.ok && log.value.events[0]?.event.type === 'created' && log.value.events[0].event.host.name);
    }),
  );
  const identity = await Promise.race([refused, accepted]);
  socket.close();
  return identity;
}

test('a page of another site opens a socket only with a token, and its cookies are ignored', async () => {
  const member = await becomeMember(app.url);
  const wish = { name: 'My page', scopes: ['read', 'play'] };
  const made = await request(app.url, '/api/account/tokens', { body: wish, cookie: member.cookie });
  const { text: token } = z.object({ text: z.string() }).parse(made.body);
  const elsewhere = { cookie: south.cookie, origin: 'https://elsewhere.example' };
  expect(await identityOf(elsewhere, {})).toEqual({ code: 'foreign-origin' });
  expect(await identityOf(elsewhere, { token })).toBe(member.player.name);
  expect(await identityOf({}, { token })).toBe(member.player.name);
});

test('a token of another type than text is refused like an unknown one', async () => {
  for (const token of [5, '', 'unknown', { a: 1 }, true]) {
    expect(await identityOf({ cookie: south.cookie }, { token }), JSON.stringify(token)).toEqual({ code: 'bad-token' });
  }
  expect(await identityOf({ cookie: south.cookie }, { token: null })).toBe(south.player.name);
});

test('a request declaration with a missing field does not compile', () => {
  const complete = { scope: 'read', lane: null, aboveLimit: 'reject' } as const;
  const requests = {
    'time:now': { ...complete, handler: async () => ok({ now: 0 }) },
  } satisfies Partial<SocketRequests>;
  const { scope, lane, aboveLimit, handler } = requests['time:now'];
  // @ts-expect-error without its scope
  ({ 'time:now': { lane, aboveLimit, handler } }) satisfies Partial<SocketRequests>;
  // @ts-expect-error without its lane
  ({ 'time:now': { scope, aboveLimit, handler } }) satisfies Partial<SocketRequests>;
  // @ts-expect-error without its limit
  ({ 'time:now': { scope, lane, handler } }) satisfies Partial<SocketRequests>;
});
