import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { text } from 'node:stream/consumers';
import { becomeGuest, type Client, guestAt } from '@terrace/testing/client';
import { expect, test } from 'vitest';
import type { RunningApp } from '../compose.ts';
import { startNode, startTestApp, useDatabase } from '../testing/app.ts';

/** Longer than any test, so that a test that waits for it fails. */
const LONG_MS = 300_000;

const database = useDatabase();

const start = (): Promise<RunningApp> => startTestApp(database.url);

const nextEvent = ({ socket }: Client, event: string): Promise<unknown> =>
  new Promise((resolve) => {
    socket.once(event, resolve);
  });

test('a stopping node serves its clients until they have moved to another node, and accepts no new ones', async () => {
  const [app, other] = await Promise.all([1, 2].map(() => startNode(database.url, { handOverMs: LONG_MS })));
  if (app === undefined || other === undefined) throw new Error('two were started');
  const [south, north] = [await guestAt(app.url), await guestAt(app.url)];
  const notified = [south, north].map((client) => nextEvent(client, 'server:stopping'));
  const gameId = await south.create({ setup: 'short', time: null }, 'south');
  await expect.poll(app.hasOthers).toBe(true);
  const closed = app.close();
  expect(await Promise.all(notified)).toEqual([{ spreadMs: 2 }, { spreadMs: 2 }]);
  await expect(fetch(`${app.url}/ready`)).rejects.toThrow();
  expect((await north.command(gameId, { type: 'sit', side: null })).ok).toBe(true);
  north.close();
  expect((await south.command(gameId, { type: 'move', ply: 1, from: 'b1', to: 'b2' })).ok).toBe(true);
  south.close();
  await closed;
  await other.close();
});

test('a node without another node disconnects its clients at once, and they reconnect by themselves', async () => {
  const app = await start();
  const guest = await guestAt(app.url);
  const disconnected = nextEvent(guest, 'disconnect');
  await app.close();
  expect(await disconnected).toBe('transport close');
  expect(guest.socket.active).toBe(true);
  guest.close();
});

test('a stopping node answers requests in flight and closes their connections', async () => {
  const app = await start();
  const { cookie } = await becomeGuest(app.url);
  const { host, hostname, port } = new URL(app.url);
  const body = 'help';
  const socket = connectTcp(Number(port), hostname);
  socket.write(
    `POST /api/command HTTP/1.1\r\nhost: ${host}\r\norigin: ${app.url}\r\ncookie: ${cookie}\r\n` +
      `content-type: text/plain\r\ncontent-length: ${body.length}\r\nexpect: 100-continue\r\n\r\n`,
  );
  const [first] = await once(socket, 'data');
  expect(String(first)).toMatch('100 Continue');
  const closed = app.close();
  await expect(fetch(app.url)).rejects.toThrow();
  socket.write(body);
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n/);
  expect(answer).toMatch(/\r\nconnection: close\r\n/i);
  await closed;
});

test('a stream ends when its node stops, and names the time to reconnect', async () => {
  const app = await start();
  const guest = await guestAt(app.url);
  const gameId = await guest.create({}, 'south');
  const stream = (await fetch(`${app.url}/api/games/${gameId}/stream`)).body?.pipeThrough(new TextDecoderStream());
  guest.close();
  const pieces: string[] = [];
  let closed: Promise<void> | undefined;
  for await (const piece of stream ?? []) {
    pieces.push(piece);
    closed ??= app.close();
  }
  expect(pieces[0]).toMatch(/^id: 1\nevent: created\n/);
  expect(pieces.at(-1)).toMatch(/^retry: \d+\n\n$/);
  await closed;
});
