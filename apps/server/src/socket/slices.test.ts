import { once } from 'node:events';
import { createServer } from 'node:http';
import type { GameId } from '@terrace/protocol';
import { Server } from 'socket.io';
import { io as connect, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Io } from './server.ts';
import { createSlices } from './slices.ts';

const SLICE = 50;
const CROWD = SLICE * 2 + 20;
const gameId = 'aaaaaaaaaaaa' as GameId;

const http = createServer();
const io: Io = new Server(http, { transports: ['websocket'] });
const slices = createSlices(io, { slice: SLICE, atOnce: SLICE });
let clients: Socket[];
/** Sent messages in order. The message's `now` serves as its number. */
let sent: { id: string; n: unknown }[];

beforeAll(async () => {
  await once(http.listen(0, '127.0.0.1'), 'listening');
  const address = http.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  io.on('connection', (socket) => {
    socket.onAnyOutgoing((_, message) => sent.push({ id: socket.id, n: message.now }));
  });
  clients = Array.from({ length: CROWD }, () =>
    connect(`http://127.0.0.1:${port}`, { transports: ['websocket'], forceNew: true }),
  );
  await Promise.all(clients.map((client) => new Promise<void>((resolve) => client.once('connect', resolve))));
});
afterAll(async () => {
  for (const client of clients) client.disconnect();
  await io.close();
});
beforeEach(() => {
  sent = [];
  for (const room of ['crowd', 'other', 'few', 'players']) io.socketsLeave(room);
});

const ids = (): string[] => [...io.sockets.sockets.keys()];
const join = (room: string, who: readonly string[]) => void (who.length > 0 && io.in([...who]).socketsJoin(room));
const broadcast = (room: string, n: number, first: readonly string[] = []) =>
  slices.broadcast(room, (to) => void to.emit('game:events', { gameId, events: [], now: n }), { first: () => first });
const sentTo = (id: string) => sent.filter((each) => each.id === id).map(({ n }) => n);
const turnsUntil = async (done: () => boolean) => {
  while (!done()) await new Promise((resolve) => setImmediate(resolve));
};

test('each connection in a large room is sent every broadcast once and in order, even with others in flight', async () => {
  join('crowd', ids());
  const received = Promise.all(
    clients.map(
      (client) =>
        new Promise<number[]>((resolve) => {
          const got: number[] = [];
          client.on('game:events', ({ now }) => got.push(now) === 3 && resolve(got));
        }),
    ),
  );
  broadcast('crowd', 1);
  broadcast('crowd', 2);
  await turnsUntil(() => sent.length > 0);
  broadcast('crowd', 3);
  expect(await received).toEqual(Array.from({ length: CROWD }, () => [1, 2, 3]));
  for (const client of clients) client.off('game:events');
});

test('the event loop turns between slices, and large rooms alternate', async () => {
  join('crowd', ids());
  join('other', ids());
  join('few', ids().slice(-2));
  broadcast('crowd', 1);
  broadcast('other', 2);
  broadcast('few', 3);
  expect(sent.map(({ n }) => n)).toEqual([3, 3]);
  await turnsUntil(() => sent.length === 2 * CROWD + 2);
  const inTurn = sent.slice(2).map(({ n }) => n);
  const slice = (n: number, size = SLICE) => Array<number>(size).fill(n);
  expect(inTurn).toEqual([1, 2, 1, 2].flatMap((n) => slice(n)).concat(slice(1, 20), slice(2, 20)));
});

test('a connection that leaves is sent nothing more, and one that joins is sent only later broadcasts', async () => {
  const [last = '', ...others] = ids().reverse();
  const [next = '', ...early] = others;
  join('crowd', [...early, last]);
  broadcast('crowd', 1);
  io.in(last).socketsLeave('crowd');
  join('crowd', [next]);
  broadcast('crowd', 2);
  await turnsUntil(() => sent.length === 2 * early.length + 1);
  expect([sentTo(last), sentTo(next)]).toEqual([[], [2]]);
});

test('players are sent a move before spectators unless an earlier broadcast is pending for them', async () => {
  const [player = '', ...others] = ids().reverse();
  join('crowd', [...others, player]);
  broadcast('crowd', 1);
  join('players', [player]);
  broadcast('crowd', 2, ['players']);
  expect(sent).toEqual([]);
  await turnsUntil(() => sent.length === 2 * CROWD);
  expect(sentTo(player)).toEqual([1, 2]);
  broadcast('crowd', 3, ['players']);
  expect(sent.slice(2 * CROWD)).toEqual([{ id: player, n: 3 }]);
  await turnsUntil(() => sent.length === 3 * CROWD);
});

test('the pending broadcasts of a room are bounded', async () => {
  join('crowd', ids());
  for (let n = 1; n <= 105; n += 1) broadcast('crowd', n);
  expect(sent.length).toBe(5 * CROWD);
  await turnsUntil(() => sent.length === 105 * CROWD);
  expect(sentTo(ids()[0] ?? '')).toEqual(Array.from({ length: 105 }, (_, i) => i + 1));
});

test('a broadcast for one connection is sent to it without a room', async () => {
  const [mover = '', opponent = ''] = ids();
  join('few', [mover, opponent]);
  const alone: string[] = [];
  const move = (except: string | undefined) =>
    slices.broadcast('few', (to) => void to.emit('game:events', { gameId, events: [], now: 1 }), {
      except,
      alone: ({ id }) => void alone.push(id),
    });
  move(mover);
  expect([alone, sent]).toEqual([[opponent], []]);
  move(undefined);
  expect(alone).toEqual([opponent]);
  expect(sent.map(({ id }) => id)).toEqual([mover, opponent]);
});
