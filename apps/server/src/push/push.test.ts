import { createVerify, ECDH } from 'node:crypto';
import { PushSettings, Refused } from '@terrace/protocol';
import { guestAt } from '@terrace/testing/client';
import { aGame } from '@terrace/testing/games';
import { becomeMember, cookieOf, memberAt, newName, PASSWORD, request } from '@terrace/testing/members';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { createPushStore } from '../store/push.ts';
import { createServerKeyStore } from '../store/server-keys.ts';
import { useTestApp } from '../testing/app.ts';
import { openPushService } from '../testing/push-service.ts';
import { createVapid } from './vapid.ts';

let service: Awaited<ReturnType<typeof openPushService>>;
beforeAll(async () => {
  service = await openPushService();
  return service.close;
});
const PUBLIC_URL = 'https://terrace.example';
const app = useTestApp({ outbound: { loopback: true }, pushHosts: ['127.0.0.1'], publicUrl: PUBLIC_URL });

type Caller = { readonly cookie: string };
const subscriptions = '/api/me/push/subscriptions';

async function subscribe({ cookie }: Caller, { subscription }: Browser, headers: Record<string, string> = {}) {
  const answer = await request(app.url, subscriptions, { cookie, body: subscription, headers });
  return PushSettings.parse(answer.body).devices;
}
type Browser = ReturnType<typeof service.browser>;

const devicesOf = async ({ cookie }: Caller) =>
  PushSettings.parse((await request(app.url, '/api/me/push', { cookie })).body).devices;

const sendTest = ({ cookie }: Caller) =>
  request(app.url, '/api/me/notifications/test', { cookie, body: { channel: 'push' } });

const move = (ply: number, from: string, to: string) => ({ type: 'move', ply, from, to }) as const;

test('a turn arrives on every device of the player, encrypted, until the move is due, and replaces earlier turns', async () => {
  const { gameId, south, north } = await aGame(app.url).days(1).started();
  const [phone, laptop] = [service.browser(), service.browser()];
  await subscribe(north, phone);
  await subscribe(north, laptop);
  await south.commandOrThrow(gameId, move(1, 'd2', 'd3'));
  for (const browser of [phone, laptop])
    await expect
      .poll(() => browser.received)
      .toMatchObject([
        {
          payload: { title: 'Your turn', path: `/game/${gameId}`, tag: `turn:${gameId}`, turns: 1 },
          urgency: 'normal',
        },
      ]);
  const [first] = phone.received;
  expect(first?.ttlSeconds).toBeGreaterThan(86_000);
  expect(first?.ttlSeconds).toBeLessThanOrEqual(86_400);
  await north.commandOrThrow(gameId, move(2, 'e7', 'e6'));
  await south.commandOrThrow(gameId, move(3, 'd3', 'd4'));
  await expect.poll(() => phone.received.length).toBe(2);
  const second = phone.received[1];
  expect(second?.topic).toBe(first?.topic);
  expect(second?.topic).toMatch(/^[\w-]{32}$/);
  expect(second?.payload.key).not.toBe(first?.payload.key);
});

test('a message is signed with the key that the browser subscribed with, and names this site', async () => {
  const member = await becomeMember(app.url);
  const browser = service.browser();
  await subscribe(member, browser);
  expect((await sendTest(member)).status).toBe(200);
  const { body } = await request(app.url, '/api/me/push', { cookie: member.cookie });
  const { publicKey } = PushSettings.parse(body);
  const [, token = '', key] = /^vapid t=(\S+), k=(\S+)$/.exec(browser.received[0]?.authorization ?? '') ?? [];
  expect(key).toBe(publicKey);
  const [header = '', claims = '', signature = ''] = token.split('.');
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    aud: service.origin,
    sub: PUBLIC_URL,
  });
  const point = Buffer.from(publicKey, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const verify = createVerify('sha256').update(`${header}.${claims}`);
  const options = { key: jwk, format: 'jwk', dsaEncoding: 'ieee-p1363' } as const;
  expect(verify.verify(options, Buffer.from(signature, 'base64url'))).toBe(true);
});

test('two nodes that start at once use the same key', async () => {
  const keys = createServerKeyStore(app.database.prisma);
  const made = await Promise.all(['a', 'b', 'c', 'd'].map((value) => keys.getOrCreate('race', () => ({ value }))));
  expect(new Set(made.map((each) => JSON.stringify(each))).size).toBe(1);
  const vapids = [createVapid(keys, undefined), createVapid(keys, undefined)];
  const [one, other] = await Promise.all(vapids.map((vapid) => vapid.publicKey()));
  expect(one).toBe(other);
  expect(ECDH.convertKey(one ?? '', 'prime256v1', 'base64url', 'hex', 'compressed')).toHaveLength(66);
});

test('a guest’s device has its own language, and stays when the guest becomes a member', async () => {
  const guest = await guestAt(app.url);
  const browser = service.browser();
  const android = 'Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0';
  const devices = await subscribe(guest, browser, { 'user-agent': android, 'accept-language': 'de' });
  expect(devices).toMatchObject([{ device: 'Firefox, Android', usedAt: null }]);
  await sendTest(guest);
  expect(browser.received).toMatchObject([{ payload: { title: 'Es funktioniert' } }]);
  const signedUp = await request(app.url, '/api/account/sign-up', {
    cookie: guest.cookie,
    body: { name: newName(), password: PASSWORD },
  });
  expect(await devicesOf({ cookie: cookieOf(signedUp.cookies) })).toMatchObject([{ id: devices[0]?.id }]);
});

test('a device belongs to the player who signed in last, and its subscription ends with the session', async () => {
  const [first, second] = [await memberAt(app.url), await memberAt(app.url)];
  const browser = service.browser();
  await subscribe(first, browser);
  await subscribe(second, browser);
  expect(await devicesOf(first)).toEqual([]);
  expect(await devicesOf(second)).toHaveLength(1);
  await request(app.url, '/api/account/sign-out', { cookie: second.cookie, body: {} });
  const again = await request(app.url, '/api/account/sign-in', {
    body: { login: second.player.name, password: PASSWORD },
  });
  expect(await devicesOf({ cookie: cookieOf(again.cookies) })).toEqual([]);
  for (const { socket } of [first, second]) socket.disconnect();
});

test('a deleted account leaves no device', async () => {
  const { cookie, player } = await becomeMember(app.url);
  await subscribe({ cookie }, service.browser());
  await request(app.url, '/api/account/deleted', { cookie, body: { password: PASSWORD } });
  expect(await app.database.prisma.pushSubscription.count({ where: { playerId: player.id } })).toBe(0);
});

test('the eleventh device replaces the least recently used one', async () => {
  const member = await becomeMember(app.url);
  const [first] = await subscribe(member, service.browser());
  for (let n = 0; n < 9; n += 1) {
    app.time.advance(1_000);
    await subscribe(member, service.browser());
  }
  expect(await devicesOf(member)).toHaveLength(10);
  app.time.advance(1_000);
  const devices = await subscribe(member, service.browser());
  expect(devices).toHaveLength(10);
  expect(devices.map(({ id }) => id)).not.toContain(first?.id);
});

test('a removed device receives nothing more, and other players cannot remove it', async () => {
  const [member, other] = [await becomeMember(app.url), await becomeMember(app.url)];
  const browser = service.browser();
  const [device] = await subscribe(member, browser);
  const remove = ({ cookie }: Caller) =>
    request(app.url, `${subscriptions}/${device?.id}`, { method: 'DELETE', cookie });
  expect((await remove(other)).status).toBe(404);
  expect((await remove(member)).status).toBe(200);
  await sendTest(member);
  expect(browser.received).toEqual([]);
});

test.each([
  { endpoint: 'https://192.168.0.1/send/x' },
  { endpoint: 'http://push.example/send/x' },
  { endpoint: 'https://push.example/send/x' },
  { endpoint: 'https://fcm.googleapis.com.example/send/x' },
  { keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'BTBZMqHH6r4Tts7J_aSIgg' } },
])('a subscription that cannot work is rejected: %j', async (change) => {
  const { cookie } = await becomeMember(app.url);
  const answer = await request(app.url, subscriptions, {
    cookie,
    body: { ...service.browser().subscription, ...change },
  });
  expect([answer.status, Refused.parse(answer.body).refusal.code]).toEqual([400, 'bad-push-subscription']);
});

test.each([404, 410])('a device whose push service answers %i is removed', async (status) => {
  const member = await becomeMember(app.url);
  const [gone, other] = [service.browser(), service.browser()];
  await subscribe(member, gone);
  await subscribe(member, other);
  gone.answer = { status };
  expect((await sendTest(member)).status).toBe(200);
  expect(await devicesOf(member)).toHaveLength(1);
  expect(other.received).toHaveLength(1);
});

test('a device that delays a message gets it later, after the time it asked for, and the others get it once', async () => {
  const member = await becomeMember(app.url);
  const [slow, fast] = [service.browser(), service.browser()];
  await subscribe(member, slow);
  await subscribe(member, fast);
  slow.answer = { status: 429, retryAfter: '600' };
  for (const _ of [1, 2, 3])
    expect(Refused.parse((await sendTest(member)).body)).toMatchObject({ refusal: { code: 'not-delivered' } });
  expect([slow.requests, slow.received.length, fast.received.length]).toEqual([1, 0, 1]);
  slow.answer = { status: 201 };
  app.time.advance(601_000);
  expect((await sendTest(member)).status).toBe(200);
  expect([slow.received.length, fast.received.length]).toEqual([1, 1]);
  expect(await createPushStore(app.database.prisma).targets(member.player.id, 1)).toMatchObject([
    { retryAt: null },
    { retryAt: null },
  ]);
});

test.each([{ status: 500 }, { status: 503, retryAfter: 'soon' }])(
  'a device of a failing push service (%j) stays subscribed',
  async (answer) => {
    const member = await becomeMember(app.url);
    const browser = service.browser();
    await subscribe(member, browser);
    browser.answer = answer;
    expect((await sendTest(member)).status).toBe(502);
    expect(await devicesOf(member)).toHaveLength(1);
  },
);

test.each([
  'https://fcm.googleapis.com/fcm/send/x',
  'https://updates.push.services.mozilla.com/wpush/v2/x',
  'https://wns2-par02p.notify.windows.com/w/?token=x',
  'https://web.push.apple.com/x',
])('a subscription at the push service of a browser is accepted: %s', async (endpoint) => {
  const { cookie } = await becomeMember(app.url);
  const body = { ...service.browser().subscription, endpoint };
  expect((await request(app.url, subscriptions, { cookie, body })).status).toBe(200);
});

test('a push service that never answers delays no bell, and no push at another service', async () => {
  const silent = await openPushService();
  onTestFinished(silent.close);
  const strangers = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const { gameId, south, north } = await aGame(app.url).days(1).started();
      const browser = silent.browser();
      browser.hangs = true;
      await subscribe(north, browser);
      return { browser, gameId, play: () => south.commandOrThrow(gameId, move(1, 'd2', 'd3')) };
    }),
  );
  for (const { play } of strangers) await play();
  const asked = () => strangers.filter(({ browser }) => browser.requests > 0).length;
  await expect.poll(asked).toBe(8);
  const waiting = async () => {
    const rows = await app.database.prisma.notification.findMany({
      where: { gameId: { in: strangers.map(({ gameId }) => gameId) }, pending: { has: 'push' }, attempts: 0 },
      orderBy: { id: 'asc' },
    });
    return rows.map(({ dueAt }) => dueAt);
  };
  await expect.poll(async () => (await waiting()).length).toBe(12);
  const dueAtFirst = await waiting();
  const { gameId, south, north } = await aGame(app.url).days(1).started();
  const browser = service.browser();
  await subscribe(north, browser);
  const bell = new Promise((resolve) => north.socket.on('notifications:changed', resolve));
  await south.commandOrThrow(gameId, move(1, 'd2', 'd3'));
  expect(await bell).toMatchObject({ added: { details: { kind: 'turn' } } });
  await expect.poll(() => browser.received.length).toBe(1);
  expect(asked()).toBe(8); // and none of them has had an answer
  expect(await waiting()).toEqual(dueAtFirst); // the others were not tried in vain
});

test('the data export lists the devices without their secrets', async () => {
  const { cookie } = await becomeMember(app.url);
  const browser = service.browser();
  await subscribe({ cookie }, browser, { 'user-agent': 'Bot/1' });
  const answer = await fetch(`${app.url}/api/account/export`, { headers: { cookie } });
  const exported = await answer.text();
  expect(JSON.parse(exported)).toMatchObject({ pushDevices: [{ device: 'Bot' }] });
  expect(exported).not.toContain(browser.subscription.endpoint);
});
