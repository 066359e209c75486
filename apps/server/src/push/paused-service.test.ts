import { aGame } from '@terrace/testing/games';
import { request } from '@terrace/testing/members';
import { expect, onTestFinished, test } from 'vitest';
import { useTestApp } from '../testing/app.ts';
import { openPushService } from '../testing/push-service.ts';
import { createPushServices } from './services.ts';

const app = useTestApp({
  outbound: { loopback: true },
  pushHosts: ['127.0.0.1'],
  publicUrl: 'https://terrace.example',
});

type Service = Awaited<ReturnType<typeof openPushService>>;

/** The second player of a game by days has a browser at the service, and is notified of a turn. */
async function turnAt(service: Service) {
  const { gameId, south, north } = await aGame(app.url).days(1).started();
  const browser = service.browser();
  const { cookie } = north;
  await request(app.url, '/api/me/push/subscriptions', { cookie, body: browser.subscription });
  await south.commandOrThrow(gameId, { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  const where = { gameId, playerId: north.player.id, kind: 'turn' };
  return { browser, row: () => app.database.prisma.notification.findFirstOrThrow({ where }) };
}

test('messages for a paused push service are put off, and still pending, while another service answers', async () => {
  const unreachable = await openPushService();
  const fine = await openPushService();
  onTestFinished(fine.close);
  await unreachable.close();
  for (let failures = 0; failures < 5; failures += 1) {
    const { row } = await turnAt(unreachable);
    await expect.poll(async () => (await row()).attempts).toBe(1);
  }
  const waiting = [await turnAt(unreachable), await turnAt(unreachable)];
  const other = await turnAt(fine);
  await expect.poll(() => other.browser.received.length).toBe(1);
  for (const { row } of waiting) {
    await expect
      .poll(async () => {
        const { pending, attempts, dueAt } = await row();
        return { pending, attempts, isPutOff: Number(dueAt) > app.time.scheduler.now() };
      })
      .toEqual({ pending: ['push'], attempts: 1, isPutOff: true });
  }
});

function pushServices() {
  let now = 1_000_000;
  const services = createPushServices({ more: [], now: () => now });
  return {
    services,
    now: () => now,
    pass(ms: number): void {
      now += ms;
    },
    answer(host: string, hasAnswered: boolean, times = 1): void {
      for (let n = 0; n < times; n += 1) services.begin(host)(hasAnswered);
    },
  };
}

test('a server that no longer reaches any push service puts nothing off, since others may reach them', () => {
  const { services, now, pass, answer } = pushServices();
  for (const host of ['a.example', 'b.example', 'c.example']) answer(host, true);
  pass(1);
  for (const host of ['a.example', 'b.example', 'c.example']) answer(host, false, 5);
  expect(services.busyHosts()).toHaveLength(3);
  expect(services.paused()).toBeUndefined();
  pass(20_000);
  for (const host of ['a.example', 'b.example']) answer(host, false);
  pass(1);
  answer('c.example', true);
  const paused = services.paused();
  expect(paused?.hosts.toSorted()).toEqual(['a.example', 'b.example']);
  expect(paused?.until).toBe(now() - 1 + 30_000);
});

test('an answer that came between the failures of a paused service does not show that the network works', () => {
  const { services, pass, answer } = pushServices();
  answer('a.example', false);
  pass(1);
  answer('b.example', true);
  pass(1);
  answer('a.example', false, 4);
  expect(services.busyHosts()).toEqual(['a.example']);
  expect(services.paused()).toBeUndefined();
  pass(1);
  answer('b.example', true);
  expect(services.paused()?.hosts).toEqual(['a.example']);
});

test('messages are put off for some time, although one of many pauses is about to end', () => {
  const { services, now, pass, answer } = pushServices();
  for (let host = 0; host < 10; host += 1) {
    answer(`${host}.example`, false, 5);
    pass(1_400);
  }
  answer('fine.example', true);
  expect(services.paused()?.hosts).toHaveLength(10);
  expect(services.paused()?.until).toBe(now() + 15_000);
});
