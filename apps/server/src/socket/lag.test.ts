import { once } from 'node:events';
import { createServer } from 'node:http';
import { Server, type Socket } from 'socket.io';
import { io as connect } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lagOf, measureLag } from './lag.ts';
import type { Io } from './server.ts';

/** The simulated clock and round trip time. */
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

/** @returns the lag after a first response in `firstMs` and after each pong in `pongsMs` */
async function lagsOf(firstMs: number, pongsMs: readonly number[]): Promise<readonly number[]> {
  const lags: number[] = [];
  const { promise: answered, resolve } = Promise.withResolvers<void>();
  io.engine.once('connection', (conn: Socket['conn']) => {
    let pingedAt = clock; // a slow machine before the first response
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

test('the lag is the shortest of the last round trips, beginning with the first response', async () => {
  const noNetwork = 3_000;
  expect(await lagsOf(80, [50, 120, noNetwork, 120, 120, 120])).toEqual([80, 50, 50, 50, 50, 50, 120]);
});
