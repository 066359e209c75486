import { PushSettings } from '@terrace/protocol';
import { aGame } from '@terrace/testing/games';
import { memberAt, request } from '@terrace/testing/members';
import { beforeAll, expect, test, vi } from 'vitest';
import { newCommandId } from '../game-service/command-ids.ts';
import { JOBS_DATA } from '../http/jobs-data.ts';
import { askPlay } from '../jobs/messages.ts';
import { jobsSettingsOf } from '../jobs/settings.ts';
import { createRemoteChannel, messageKey } from '../processes/remote-messages.ts';
import { createLog } from '../start/log.ts';
import { SECRET, useTestApp } from '../testing/app.ts';
import { openPushService } from '../testing/push-service.ts';
import { startWithoutPlay } from './without-play.ts';

vi.setConfig({ testTimeout: 60_000 });

/** A process compiles its files at its start, which takes long on a busy machine. */
const START_MS = 50_000;

const settings = { outbound: { loopback: true }, pushHosts: ['127.0.0.1'], publicUrl: 'https://terrace.example' };
/** Plays, and leaves the background work to another server. */
const app = useTestApp({
  ...settings,
  startJobs: async () => ({ wake: () => undefined, close: async () => undefined }),
});
let service: Awaited<ReturnType<typeof openPushService>>;
beforeAll(async () => {
  service = await openPushService();
  return service.close;
});

const startJobsServer = () =>
  startWithoutPlay({
    port: 0,
    host: '127.0.0.1',
    secret: SECRET,
    playUrl: app.url,
    trustProxy: () => false,
    log: createLog('error'),
    hasPages: false,
    jobs: jobsSettingsOf({ ...settings, databaseUrl: app.databaseUrl, secret: SECRET, searchNiceness: 0 }),
  });

const readinessOf = async ({ url }: { readonly url: string }) => (await fetch(`${url}/ready`)).text();

async function withBrowser() {
  const member = await memberAt(app.url);
  const browser = service.browser();
  const { cookie } = member;
  const added = await request(app.url, '/api/me/push/subscriptions', { cookie, body: browser.subscription });
  PushSettings.parse(added.body);
  return { ...member, browser };
}

test('while no server does background work, a test of notifications is refused, and is not sent later', async () => {
  const { cookie, browser } = await withBrowser();
  const sendTest = () => request(app.url, '/api/me/notifications/test', { cookie, body: { channel: 'push' } });
  expect(await sendTest()).toMatchObject({ status: 503, body: { refusal: { code: 'busy' } } });
  expect(await app.database.prisma.errand.count()).toBe(0);
  const server = await startJobsServer();
  await expect.poll(() => readinessOf(server), { timeout: START_MS }).toBe('ready\n');
  expect((await sendTest()).status).toBe(200);
  expect(browser.received).toHaveLength(1);
  await server.close();
});

test('a server of jobs alone notifies the players of another server, in their pages too', async () => {
  const [south, north] = [await withBrowser(), await withBrowser()];
  const { gameId } = await aGame(app.url).days(7).among(south, north).started();
  await south.commandOrThrow(gameId, { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  const bell: unknown[] = [];
  north.socket.on('notifications:changed', (change: unknown) => bell.push(change));
  const server = await startJobsServer();
  await expect.poll(() => north.browser.received.map(({ payload }) => payload.key)).toEqual([`turn:${gameId}:2:5`]);
  await expect.poll(() => readinessOf(server), { timeout: START_MS }).toBe('ready\n');
  expect(await (await fetch(`${server.url}/health`)).json()).toEqual({ alive: true });
  await expect.poll(() => bell.length).toBeGreaterThan(0);
  await server.close();
});

test('play answers only requests that are signed with the key of the jobs', async () => {
  const url = `${app.url}${JOBS_DATA}attention`;
  const post = (headers: Record<string, string>) => fetch(url, { method: 'POST', headers, body: '{}' });
  expect((await post({})).status).toBe(403);
  expect((await post({ 'x-terrace-signature': `${Date.now()} ${'a'.repeat(43)} ${'a'.repeat(43)}` })).status).toBe(403);
  const stranger = createRemoteChannel(`${app.url}${JOBS_DATA}`, messageKey('another secret', 'jobs'));
  const by = (await memberAt(app.url)).player;
  const command = { line: 'help', language: 'en', by, arrivedAt: 0, address: 'x', commandId: newCommandId() } as const;
  await expect(askPlay(stranger).command(command)).rejects.toThrow('status 403');
  const own = createRemoteChannel(`${app.url}${JOBS_DATA}`, messageKey(SECRET, 'jobs'));
  expect(await askPlay(own).command(command)).toMatchObject({ ok: true });
});
