import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect as connectTcp, type Socket as Network } from 'node:net';
import { ok } from '@terrace/rules';
import { Server, type Socket } from 'socket.io';
import { afterEach, expect, test } from 'vitest';
import { createContainment } from '../runtime/containment.ts';
import { createLanes } from './router.ts';
import { createSendBuffers } from './send-buffers.ts';

const MEGABYTE = 'x'.repeat(1_000_000);
const clock = { now: 0 };
const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

async function measuredServer() {
  const { contain } = createContainment((error) => {
    throw error;
  });
  const buffers = createSendBuffers({ contain, now: () => clock.now, checkEveryMs: 10 });
  const http = createServer();
  const io = new Server(http, { transports: ['websocket'] });
  const sockets: Socket[] = [];
  io.on('connection', (socket) => {
    buffers.measure(socket, socket.request.socket);
    sockets.push(socket);
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  cleanups.push(() => {
    buffers.close();
    io.disconnectSockets(true);
    http.closeAllConnections();
    void io.close();
  });
  const { port } = http.address() as AddressInfo;
  return { buffers, sockets, port };
}

async function clientAt(port: number) {
  const network = connectTcp(port, '127.0.0.1');
  network.on('error', () => undefined); // the server resets it
  cleanups.push(() => network.destroy());
  const upgrade = 'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13';
  network.write(
    `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: it\r\n${upgrade}\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
  );
  await once(network, 'data');
  return {
    network,
    /** Sends a Socket.IO packet as a text frame, masked with zeros. */
    send: (packet: string) => network.write(frame(`4${packet}`)),
    pause: (): Network => network.pause(),
    resume: (): Network => network.resume(),
  };
}

const frame = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);

async function connected({ port, sockets }: Awaited<ReturnType<typeof measuredServer>>) {
  const client = await clientAt(port);
  const before = sockets.length;
  client.send('0');
  await expect.poll(() => sockets.length).toBe(before + 1);
  const socket = sockets.at(-1);
  if (socket === undefined) throw new Error('it has connected');
  return { ...client, socket };
}

test('a client that stops reading is disconnected before many bytes are buffered, and others continue', async () => {
  const server = await measuredServer();
  const [stalled, reader] = [await connected(server), await connected(server)];
  stalled.pause();
  let maxPending = 0;
  for (let n = 0; n < 100 && stalled.socket.connected; n += 1) {
    for (const { socket } of [stalled, reader]) socket.emit('news', MEGABYTE);
    maxPending = Math.max(maxPending, server.buffers.pendingBytes(stalled.socket));
    await expect.poll(() => server.buffers.pendingBytes(reader.socket)).toBe(0);
  }
  expect([stalled.socket.connected, reader.socket.connected]).toEqual([false, true]);
  expect(maxPending).toBeLessThan(10_000_000);
});

test('a connection is closed when bytes below Engine.IO are buffered, such as pongs', async () => {
  const server = await measuredServer();
  const { socket, pause } = await connected(server);
  pause();
  const disconnected = once(socket, 'disconnect');
  for (let n = 0; n < 20; n += 1) socket.request.socket.write(MEGABYTE);
  await disconnected;
});

test('a client that reads nothing for long is disconnected, even with little buffered', async () => {
  const server = await measuredServer();
  const [stalled, slow] = [await connected(server), await connected(server)];
  for (const { socket, pause } of [stalled, slow]) {
    pause();
    while (server.buffers.pendingBytes(socket) < 3 * MEGABYTE.length) {
      socket.emit('news', MEGABYTE);
      await new Promise(setImmediate);
    }
  }
  const disconnected = once(stalled.socket, 'disconnect');
  clock.now += 29_000;
  slow.resume();
  await expect.poll(() => server.buffers.pendingBytes(slow.socket)).toBe(0);
  clock.now += 2_000;
  await disconnected;
  expect(slow.socket.connected).toBe(true);
});

test('requests wait until earlier replies are read, and then all are answered', async () => {
  const server = await measuredServer();
  const { socket, send, pause, resume } = await connected(server);
  const runInLane = createLanes(socket, server.buffers);
  const count = { asked: 0, run: 0, left: 0 };
  socket.on('ask', async (ack: (answer: string) => void) => {
    count.asked += 1;
    const answer = await runInLane('game', async () => ok(MEGABYTE + ++count.run));
    ack(answer.ok ? String(answer.value) : '');
  });
  socket.on('leave', () => runInLane(null, async () => ok(++count.left)));
  pause();
  for (let n = 0; n < 60; n += 1) send(`2${n}["ask"]`);
  send('2["leave"]');
  await expect.poll(() => [count.asked, count.left]).toEqual([60, 1]); // requests without a lane do not wait
  await expect.poll(() => server.buffers.pendingBytes(socket)).toBeGreaterThan(256_000);
  expect(count.run).toBeLessThan(60);
  expect(server.buffers.pendingBytes(socket)).toBeLessThan(3 * MEGABYTE.length);
  resume();
  await expect.poll(() => count.run).toBe(60);
});
