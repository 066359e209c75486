import { once } from 'node:events';
import { openTcpProxy } from '@terrace/testing/tcp-proxy';
import { afterEach, expect, inject, test } from 'vitest';
import { serverProcess } from '../../../../tools/testing/server.ts';
import { useDatabase } from '../testing/app.ts';
import { dropDatabase, ensureDatabase } from './databases.ts';
import { createNodeLock, type NodeLock } from './node-lock.ts';

const LONG_MS = 30_000;
const slow = { timeout: 2 * LONG_MS };

const database = useDatabase();
let locks: NodeLock[] = [];
afterEach(async () => {
  await Promise.all(locks.map((lock) => lock.close()));
  locks = [];
});

function open(isShared: boolean, databaseUrl = database.url, reportError: (error: unknown) => void = fail): NodeLock {
  const lock = createNodeLock({ databaseUrl, isShared, reportError });
  locks.push(lock);
  return lock;
}

const fail = (error: unknown): void => expect.unreachable(String(error));

async function startServer(settings: NodeJS.ProcessEnv = {}) {
  const SESSION_SECRET = 'a secret for tests only, of thirty-two letters';
  const server = serverProcess({ DATABASE_URL: database.url, SESSION_SECRET, ...settings });
  await server.address();
  return server;
}

test('a node without Redis waits for one that is stopping, up to the time limit', slow, async () => {
  const first = open(false);
  expect(await first.acquire(LONG_MS)).toBe(true);
  expect(first.isLeader()).toBe(true);
  const second = open(false);
  expect(await second.acquire(0)).toBe(false);
  expect(second.isLeader()).toBe(false);
  const waiting = second.acquire(LONG_MS);
  await first.close();
  expect(await waiting).toBe(true);
  expect(second.isLeader()).toBe(true);
});

test.each([
  ['with Redis', true],
  ['without Redis', false],
])('a node %s gets no lock while a node of the other kind runs', slow, async (_, isShared) => {
  const [first, second] = [open(isShared), open(!isShared)];
  expect(await first.acquire(LONG_MS)).toBe(true);
  expect(await second.acquire(0)).toBe(false);
  await first.close();
  expect(await second.acquire(LONG_MS)).toBe(true);
});

test('connected nodes all hold the node lock and one leads; another one follows it when it stops', slow, async () => {
  const nodes = [open(true), open(true), open(true)];
  for (const node of nodes) expect(await node.acquire(LONG_MS)).toBe(true);
  const [leader, ...others] = nodes;
  expect(nodes.map((node) => node.isLeader())).toEqual([true, false, false]);
  const led = new Promise<void>((resolve) => {
    for (const node of others) node.onLead(resolve);
  });
  for (const node of nodes) node.start(() => expect.unreachable());
  await leader?.close();
  await led;
  expect(others.filter((node) => node.isLeader())).toHaveLength(1);
});

test('the lock of a killed server is free', slow, async () => {
  const server = await startServer();
  const next = open(false);
  expect(await next.acquire(0)).toBe(false);
  const waiting = next.acquire(LONG_MS);
  server.kill('SIGKILL');
  expect(await waiting).toBe(true);
});

test('a killed leader is replaced by another node', slow, async () => {
  const server = await startServer({ REDIS_URL: inject('redisUrl') });
  const next = open(true);
  expect(await next.acquire(LONG_MS)).toBe(true);
  expect(next.isLeader()).toBe(false);
  const led = new Promise<void>((resolve) => next.onLead(resolve));
  next.start(() => expect.unreachable());
  server.kill('SIGKILL');
  await led;
  expect(next.isLeader()).toBe(true);
});

test(
  'a node whose connection broke locks again if the lock is free, and reports once if it is taken',
  slow,
  async () => {
    const proxy = await openTcpProxy(database.url);
    const node = open(false, proxy.url);
    expect(await node.acquire(LONG_MS)).toBe(true);
    const taken = new EventTarget();
    let times = 0;
    node.start(() => {
      times += 1;
      taken.dispatchEvent(new Event('taken'));
    });
    const ledAgain = new Promise<void>((resolve) => node.onLead(resolve));
    proxy.disconnect();
    await expect.poll(() => node.isLeader(), { timeout: LONG_MS }).toBe(false);
    proxy.reconnect();
    await ledAgain;
    expect(times).toBe(0);

    const reported = once(taken, 'taken');
    proxy.disconnect();
    const other = open(false);
    expect(await other.acquire(LONG_MS)).toBe(true);
    proxy.reconnect();
    await reported;
    expect(times).toBe(1);
    expect(node.isLeader()).toBe(false);
    proxy.close();
  },
);

test('an unexpected error is reported once, and the lock is acquired when the cause is gone', slow, async () => {
  const server = inject('postgresUrl');
  const name = `lock_${process.pid}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  const reported: unknown[] = [];
  const node = open(false, url.href, (error) => reported.push(error));
  await expect(node.acquire(600)).rejects.toThrow(`database "${name}" does not exist`);
  node.start(() => expect.unreachable());
  expect(reported).toMatchObject([{ cause: { code: '3D000' } }]); // after three attempts
  await ensureDatabase(server, name);
  await expect.poll(() => node.isLeader(), { timeout: LONG_MS }).toBe(true);
  expect(reported).toHaveLength(1);
  await node.close();
  await dropDatabase(server, name);
});
