import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Refused } from '@terrace/protocol';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { createPlayClient } from '../pages/play-client.ts';
import { createVisitorHeader, visitorKey } from '../pages/visitor-header.ts';
import { SECRET, useTestApp } from '../testing/app.ts';
import { freePort } from '../testing/free-port.ts';
import { createPageData, listenForPages } from './page-data.ts';

const app = useTestApp({ budget: { points: 20, duration: 600 } });

const client = (now = Date.now, secret = SECRET, url = app.url) =>
  createPlayClient({ url }, createVisitorHeader(visitorKey(secret), now), now);

const openPage = (address: string) => client().forPage(address, { host: 'terrace.example' });

test("the data of a page is charged to its visitor's budget", async () => {
  const fetchApi = openPage('198.51.100.7');
  const statuses = [];
  for (let i = 0; i < 21; i += 1) statuses.push((await fetchApi('/api/lobby', {})).status);
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
  const refused = Refused.parse(await (await fetchApi('/api/lobby', {})).json());
  expect(refused.refusal.code).toBe('too-many-requests');
  expect((await openPage('198.51.100.8')('/api/lobby', {})).status).toBe(200);
});

test('a page gets at most thirty answers', async () => {
  const fetchApi = openPage('198.51.100.9');
  const answers = await Promise.allSettled(Array.from({ length: 40 }, () => fetchApi('/api/lobby', {})));
  expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(10);
});

test('a client without a signature is refused, and pays for its attempts', async () => {
  const statuses = [];
  const headers = { 'x-forwarded-for': '203.0.113.7' };
  for (let i = 0; i < 11; i += 1) statuses.push((await fetch(`${app.url}/page-data/api/me`, { headers })).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 403), 429]);
});

test('pages can only read the API and pass on clicks of mail programs', async () => {
  const { post } = client();
  expect((await post('198.51.100.10', '/unsubscribe/nobody.turn.x')).status).toBe(404);
  for (const path of ['/api/games', '/unsubscribe/', '/unsubscribe/a/b', '/unsubscribe/../api/games'])
    expect((await post('198.51.100.10', path)).status).toBe(403);
});

test('a server of pages learns whether play answers, has the same secret, and the same time', async () => {
  expect(await client().check()).toBe('ok');
  expect(await client(Date.now, 'another secret').check()).toBe('secret');
  expect(await client(Date.now, SECRET, `http://127.0.0.1:${await freePort()}`).check()).toBe('play');
  expect(await client(Date.now, SECRET, `${app.url}/nowhere`).check()).toBe('ok'); // PLAY_URL has no path
  expect(await client(() => Date.now() - 125_000).check()).toBe('clock');
});

test('pages that request without end wait for their turn, and are refused once too many wait', async () => {
  const api = Fastify();
  api.get('/api/x', async () => 'x');
  const visitor = createVisitorHeader('key');
  const folder = await mkdtemp(join(tmpdir(), 'terrace-test-'));
  const socket = join(folder, 'play');
  const listening = listenForPages(createPageData(api, visitor, { points: 2, seconds: 3600, waiting: 1 }), socket);
  onTestFinished(async () => {
    await listening.close();
    await rm(folder, { recursive: true });
  });
  const fetchApi = createPlayClient({ socket }, visitor).forPage('198.51.100.7', {});
  const statusOf = async () => (await fetchApi('/api/x', {})).status;
  expect([await statusOf(), await statusOf()]).toEqual([200, 200]);
  const waits = statusOf().catch(() => 'waits until the end');
  await expect.poll(statusOf).toBe(503);
  await listening.close();
  expect(await waits).toBe('waits until the end');
});
