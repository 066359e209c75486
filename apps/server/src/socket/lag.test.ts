import { once } from 'node:events';
import { createServer } from 'node:http';
import { Server, type Socket } from 'socket.io';
import { io as connect } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lagOf, measureLag } from './lag.ts';
import type { Io } from './server.ts';

/** What the wire takes there and back, in ms, as far as the clock under test can tell. */
let clock = 0;
const http = createServer();
const io: Io = new Server(http, { transports: ['websocket'], pingInterval: 20 });
let url: string;
beforeAll(async () => {
  await once(http.listen(0, '127.0.0.1'), 'listening');
  const address = http.address();
  url = `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`;
  measureLag(io, () => clock);
});
afterAll(() => void io.close());

/** A connection whose first answer took so long, and each pong the next of these times; the last goes on. */
async function connectionWith(firstMs: number, pongsMs: readonly number[]) {
  const left = [...pongsMs];
  io.engine.once('connection', (conn: Socket['conn']) => {
    conn.prependOnceListener('packet', () => {
      clock += firstMs;
    });
    conn.prependListener('heartbeat', () => {
      clock += (left.length > 1 ? left.shift() : left[0]) ?? 0;
    });
  });
  const joined = once(io, 'connection');
  const client = connect(url, { transports: ['websocket'], forceNew: true });
  const [socket]: Socket[] = await joined;
  if (socket === undefined) throw new Error('nobody came');
  return { client, socket };
}

const heartbeats = async ({ conn }: Socket, count: number) => {
  for (let n = 0; n < count; n += 1) await once(conn, 'heartbeat');
};

test('what the wire takes is known from the first answer on, and the shortest of the last round trips counts', async () => {
  const { client, socket } = await connectionWith(80, [50, 120, 3_000, 120, 120, 120, 120]);
  expect(lagOf(socket)).toBe(80);
  await heartbeats(socket, 1);
  expect(lagOf(socket)).toBe(50);
  await heartbeats(socket, 2); // three seconds are no network
  expect(lagOf(socket)).toBe(50);
  await heartbeats(socket, 4);
  expect(lagOf(socket)).toBe(120);
  client.disconnect();
});
