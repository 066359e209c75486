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

/**
 * Makes a connection whose first answer takes so long, and each pong after its ping the next of these times.
 *
 * @returns its lag after each of them
 */
async function lagsOf(firstMs: number, pongsMs: readonly number[]): Promise<readonly number[]> {
  const lags: number[] = [];
  const { promise: answered, resolve } = Promise.withResolvers<void>();
  io.engine.once('connection', (conn: Socket['conn']) => {
    let pingedAt = clock; // on a slow machine before the first answer
    conn.on('packetCreate', ({ type }: { type: string }) => {
      if (type === 'ping') pingedAt = clock;
    });
    conn.prependOnceListener('packet', () => {
      clock += firstMs;
    });
    conn.once('packet', () => lags.push(lagOf({ conn })));
    conn.prependListener('heartbeat', () => {
      clock = pingedAt + (pongsMs[lags.length - 1] ?? 0);
    });
    conn.on('heartbeat', () => {
      if (lags.push(lagOf({ conn })) > pongsMs.length) resolve();
    });
  });
  const client = connect(url, { transports: ['websocket'], forceNew: true });
  await answered;
  client.disconnect();
  return lags.slice(0, pongsMs.length + 1);
}

test('what the wire takes is known from the first answer on, and the shortest of the last round trips counts', async () => {
  const noNetwork = 3_000;
  expect(await lagsOf(80, [50, 120, noNetwork, 120, 120, 120])).toEqual([80, 50, 50, 50, 50, 50, 120]);
});
