import {
  DAY_MS,
  MINUTE_MS,
  NotificationPage,
  Refused,
  WebhookDeliveries,
  WebhookDelivery,
  WebhookList,
  WebhookWithSecret,
} from '@terrace/protocol';
import { aGame } from '@terrace/testing/games';
import { becomeMember, memberAt, PASSWORD, request } from '@terrace/testing/members';
import { expect, onTestFinished, test } from 'vitest';
import { useTestApp } from '../testing/app.ts';
import { openWebhookReceiver } from '../testing/webhook-receiver.ts';

const app = useTestApp({ outbound: { loopback: true, timeoutMs: 500 } });

type Caller = { readonly cookie: string };
const hooks = '/api/account/webhooks';

async function aReceiver() {
  const receiver = await openWebhookReceiver();
  onTestFinished(receiver.close);
  return receiver;
}

async function addWebhook({ cookie }: Caller, receiver: Awaited<ReturnType<typeof aReceiver>>) {
  const made = WebhookWithSecret.parse((await request(app.url, hooks, { cookie, body: { url: receiver.url } })).body);
  receiver.expectSecret(made.secret);
  return made.webhook.id;
}

const listOf = async ({ cookie }: Caller) =>
  WebhookList.parse((await request(app.url, hooks, { cookie })).body).webhooks;
const logOf = async ({ cookie }: Caller, id: string) =>
  WebhookDeliveries.parse((await request(app.url, `${hooks}/${id}/deliveries`, { cookie })).body).deliveries;
const post = ({ cookie }: Caller, path: string) => request(app.url, `${hooks}/${path}`, { cookie, method: 'POST' });
const codeOf = ({ body }: { body: unknown }) => Refused.parse(body).refusal.code;

/** Makes the retries of all deliveries due now. */
async function retryNow(): Promise<void> {
  const past = new Date(0);
  await app.database.prisma.webhookDelivery.updateMany({
    where: { pending: true, attempts: { gt: 0 } },
    data: { dueAt: past },
  });
  await app.database.prisma.webhook.updateMany({ where: { nextAt: { not: null } }, data: { nextAt: past } });
}

async function aTurn() {
  const people = [await memberAt(app.url), await memberAt(app.url)];
  const { gameId, south, north } = await aGame(app.url)
    .days(1)
    .among(...people)
    .started();
  return {
    gameId,
    north,
    play: () => south.commandOrThrow(gameId, { type: 'move', ply: 1, from: 'd2', to: 'd3' }),
  };
}

test('a notification is posted with a signature that the library of Standard Webhooks accepts', async () => {
  const { gameId, north, play } = await aTurn();
  const receiver = await aReceiver();
  const id = await addWebhook(north, receiver);
  await play();
  await expect.poll(() => receiver.received.length).toBe(1);
  expect(receiver.received[0]?.event).toMatchObject({
    type: 'turn',
    data: {
      playerId: north.player.id,
      path: `/game/${gameId}`,
      notification: { gameId, details: { kind: 'turn', ply: 2 } },
    },
  });
  await expect
    .poll(() => logOf(north, id))
    .toMatchObject([{ state: 'delivered', attempts: 1, status: 204, error: null }]);
});

test.each([
  { fault: 'status 500', status: 500, hangs: false, reported: 500 },
  { fault: 'no complete reply in time', status: 204, hangs: true, reported: null },
  { fault: 'redirects are not followed', status: 302, hangs: false, reported: 302 },
])('after "$fault" the delivery is tried again under the same id', async ({ fault, status, hangs, reported }) => {
  const { north, play } = await aTurn();
  const receiver = await aReceiver();
  receiver.status = status;
  receiver.hang(hangs);
  const id = await addWebhook(north, receiver);
  await play();
  await expect
    .poll(() => logOf(north, id))
    .toMatchObject([{ state: 'waiting', attempts: 1, status: reported, error: fault }]);
  receiver.status = 204;
  receiver.hang(false);
  await expect
    .poll(async () => {
      await retryNow();
      return logOf(north, id);
    })
    .toMatchObject([{ state: 'delivered', status: 204, error: null }]);
  expect(new Set(receiver.received.map((each) => each.id)).size).toBe(1);
});

test('a receiver that answers 410 gets nothing more, and the owner is notified', async () => {
  const { north, play } = await aTurn();
  const receiver = await aReceiver();
  receiver.status = 410;
  const id = await addWebhook(north, receiver);
  await play();
  await expect.poll(() => logOf(north, id)).toMatchObject([{ state: 'failed', attempts: 1, status: 410 }]);
  await expect.poll(async () => (await listOf(north))[0]?.disabledAt).not.toBeNull();
  const page = async () => {
    const reply = await request(app.url, '/api/me/notifications', { cookie: north.cookie });
    return NotificationPage.parse(reply.body).notifications.map(({ details }) => details);
  };
  await expect.poll(page).toContainEqual({ kind: 'security', change: 'webhook-disabled' });
  receiver.status = 204;
  expect((await post(north, `${id}/enabled`)).status).toBe(200);
  expect(await listOf(north)).toMatchObject([{ id, disabledAt: null, failures: 0 }]);
});

test('five notifications in a row that were given up disable the webhook', async () => {
  const { north, play } = await aTurn();
  const receiver = await aReceiver();
  receiver.status = 500;
  const id = await addWebhook(north, receiver);
  await app.database.prisma.webhook.update({ where: { id }, data: { failures: 4 } });
  await play();
  await expect.poll(() => logOf(north, id)).toMatchObject([{ state: 'waiting' }]);
  await app.database.prisma.webhookDelivery.updateMany({ where: { webhookId: id }, data: { attempts: 11 } });
  await expect
    .poll(async () => {
      await retryNow();
      return logOf(north, id);
    })
    .toMatchObject([{ state: 'failed', status: 500 }]);
  await expect.poll(() => listOf(north)).toMatchObject([{ failures: 5, disabledAt: expect.any(Number) }]);
});

test('a webhook that does not reply does not delay the other webhooks of its player', async () => {
  const { north, play } = await aTurn();
  const [silent, healthy] = [await aReceiver(), await aReceiver()];
  silent.hang(true);
  const [first, second] = [await addWebhook(north, silent), await addWebhook(north, healthy)];
  await play();
  await expect.poll(() => logOf(north, second)).toMatchObject([{ state: 'delivered' }]);
  await expect.poll(() => logOf(north, first)).toMatchObject([{ state: 'waiting' }]);
});

test('the test event is sent at once and logged, and a new secret replaces the old one', async () => {
  const member = await becomeMember(app.url);
  const receiver = await aReceiver();
  const id = await addWebhook(member, receiver);
  const sent = WebhookDelivery.parse((await post(member, `${id}/test`)).body);
  expect(sent).toMatchObject({ notificationId: null, state: 'delivered', status: 204 });
  expect(receiver.received[0]?.event.type).toBe('test');
  const rotated = WebhookWithSecret.parse((await post(member, `${id}/secret`)).body);
  expect(WebhookDelivery.parse((await post(member, `${id}/test`)).body)).toMatchObject({ status: 401 });
  receiver.expectSecret(rotated.secret);
  expect(WebhookDelivery.parse((await post(member, `${id}/test`)).body)).toMatchObject({ state: 'delivered' });
});

test('an account has at most five webhooks, and no other account can use them', async () => {
  const [owner, other] = [await becomeMember(app.url), await becomeMember(app.url)];
  const receiver = await aReceiver();
  const add = () => request(app.url, hooks, { cookie: owner.cookie, body: { url: receiver.url } });
  const replies = await Promise.all(Array.from({ length: 7 }, add));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(replies.filter(({ status }) => status !== 200).map(codeOf)).toEqual(Array(2).fill('too-many-webhooks'));
  const id = (await listOf(owner))[0]?.id ?? '';
  for (const action of ['test', 'secret', 'enabled'])
    expect(codeOf(await post(other, `${id}/${action}`))).toBe('no-such-webhook');
  const deleted = { cookie: other.cookie, method: 'DELETE' };
  expect(codeOf(await request(app.url, `${hooks}/${id}`, deleted))).toBe('no-such-webhook');
});

test('an address of a private network or without https is rejected', async () => {
  const { cookie } = await becomeMember(app.url);
  for (const url of ['https://10.0.0.1/', 'http://example.org/', 'https://[fd00::1]/', 'ftp://example.org/', 'nothing'])
    expect(codeOf(await request(app.url, hooks, { cookie, body: { url } }))).toBe('bad-webhook-url');
});

/** A webhook whose receiver has asked for a pause of an hour after the first delivery. */
async function aPausedWebhook() {
  const { north, play } = await aTurn();
  const receiver = await aReceiver();
  receiver.status = 429;
  receiver.retryAfter = '3600';
  const id = await addWebhook(north, receiver);
  await play();
  await expect.poll(() => logOf(north, id)).toMatchObject([{ state: 'waiting', status: 429 }]);
  const nextAt = async () => (await app.database.prisma.webhook.findUniqueOrThrow({ where: { id } })).nextAt;
  return { north, receiver, id, nextAt };
}

test('a 429 or 503 reply is followed by the next attempt when its Retry-After says, six hours later at most', async () => {
  const { receiver, nextAt } = await aPausedWebhook();
  const dueIn = async () => Math.round((((await nextAt())?.getTime() ?? 0) - app.time.now()) / MINUTE_MS);
  await expect.poll(dueIn).toBe(60);
  receiver.status = 503;
  receiver.retryAfter = '9999999';
  await retryNow();
  await expect.poll(dueIn).toBe(360);
});

test('a webhook that asked for a pause gets no request before its end, even about other games', async () => {
  const { north, id, nextAt } = await aPausedWebhook();
  const pausedUntil = await nextAt();
  const other = await aGame(app.url)
    .days(1)
    .among(await memberAt(app.url), north)
    .started();
  await other.south.commandOrThrow(other.gameId, { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  const waiting = () => app.database.prisma.webhookDelivery.count({ where: { webhookId: id, pending: true } });
  await expect.poll(waiting).toBeGreaterThan(1);
  expect(await nextAt()).toEqual(pausedUntil);
  expect(await logOf(north, id)).toMatchObject(Array.from({ length: await waiting() }, () => ({ state: 'waiting' })));
});

test('a webhook that a server of version 0.9 left in its notification is sent', async () => {
  const { north } = await aTurn();
  const receiver = await aReceiver();
  receiver.hasOtherTime = true;
  const id = await addWebhook(north, receiver);
  await app.database.prisma.notification.create({
    data: {
      ...{ playerId: north.player.id, key: 'left behind', kind: 'security', pending: ['push', 'webhook'] },
      ...{ details: { kind: 'security', change: 'token' }, at: new Date(app.time.now() - 20 * MINUTE_MS) },
    },
  });
  await expect.poll(app.time.jumping(MINUTE_MS, () => logOf(north, id))).toMatchObject([{ state: 'delivered' }]);
});

test('old rows of the log are deleted, and all but the newest of a webhook', async () => {
  const { north, play } = await aTurn();
  const receiver = await aReceiver();
  const id = await addWebhook(north, receiver);
  await play();
  await expect.poll(() => logOf(north, id)).toMatchObject([{ state: 'delivered' }]);
  const at = new Date(app.time.scheduler.now() - 31 * DAY_MS);
  await app.database.prisma.webhookDelivery.updateMany({ where: { webhookId: id }, data: { at } });
  app.time.jump(61 * MINUTE_MS);
  const rows = () => app.database.prisma.webhookDelivery.count({ where: { webhookId: id } });
  await expect.poll(rows).toBe(0);
  const log = Array.from({ length: 210 }, (_, n) => ({
    ...{ webhookId: id, notificationId: n + 1_000_000, attempts: 1, pending: false },
    at: new Date(app.time.scheduler.now() - n),
  }));
  await app.database.prisma.webhookDelivery.createMany({ data: log });
  app.time.jump(61 * MINUTE_MS);
  await expect.poll(rows).toBe(200);
});

test('a delivery that a server was working on when it ended is made by another one', async () => {
  const { north, play } = await aTurn();
  const receiver = await aReceiver();
  receiver.status = 500;
  const id = await addWebhook(north, receiver);
  await play();
  await expect.poll(() => logOf(north, id)).toMatchObject([{ state: 'waiting' }]);
  receiver.status = 204;
  receiver.hasOtherTime = true;
  const leased = new Date(app.time.now() + MINUTE_MS);
  await app.database.prisma.webhookDelivery.updateMany({ where: { webhookId: id }, data: { dueAt: leased } });
  await app.database.prisma.webhook.update({ where: { id }, data: { nextAt: leased } });
  await expect.poll(app.time.advancing(1_000, () => logOf(north, id))).toMatchObject([{ state: 'delivered' }]);
});

test('unresponsive webhooks of one account do not delay those of another', async () => {
  const silent = await aReceiver();
  silent.hang(true);
  const strangers = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const turn = await aTurn();
      for (let n = 0; n < 5; n += 1) await addWebhook(turn.north, silent);
      return turn;
    }),
  );
  const { north, play } = await aTurn();
  const receiver = await aReceiver();
  receiver.hasOtherTime = true;
  const id = await addWebhook(north, receiver);
  await Promise.all(strangers.map((stranger) => stranger.play()));
  await play();
  await expect.poll(() => logOf(north, id)).toMatchObject([{ state: 'delivered' }]);
  expect(silent.most).toBeLessThanOrEqual(4);
});

test('the export of an account has its webhooks without secrets, and deleting the account deletes them', async () => {
  const member = await becomeMember(app.url);
  const receiver = await aReceiver();
  const id = await addWebhook(member, receiver);
  const { secret } = await app.database.prisma.webhook.findUniqueOrThrow({ where: { id } });
  const data = JSON.stringify((await request(app.url, '/api/account/export', { cookie: member.cookie })).body);
  expect(data).toContain(receiver.url);
  expect(data).not.toContain(secret);
  const closed = { cookie: member.cookie, body: { password: PASSWORD } };
  expect((await request(app.url, '/api/account/deleted', closed)).status).toBe(200);
  expect(await app.database.prisma.webhook.count({ where: { id } })).toBe(0);
});
