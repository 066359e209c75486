import { DAY_MS, MINUTE_MS, WebhookWithSecret } from '@terrace/protocol';
import { aGame } from '@terrace/testing/games';
import { memberAt, request } from '@terrace/testing/members';
import { expect, onTestFinished, test } from 'vitest';
import { createDeliveryStore } from '../store/webhooks.ts';
import { useTestApp } from '../testing/app.ts';
import { openWebhookReceiver } from '../testing/webhook-receiver.ts';

const app = useTestApp({ outbound: { loopback: true, timeoutMs: 500 } });

async function addWebhook({ cookie }: { readonly cookie: string }, status = 204, hangs = false): Promise<string> {
  const receiver = await openWebhookReceiver();
  onTestFinished(receiver.close);
  receiver.status = status;
  receiver.hang(hangs);
  const { body } = await request(app.url, '/api/account/webhooks', { cookie, body: { url: receiver.url } });
  const { secret, webhook } = WebhookWithSecret.parse(body);
  receiver.expectSecret(secret);
  return webhook.id;
}

test('a webhook is late from when it is due until a server takes it', async () => {
  const store = createDeliveryStore(app.database.prisma);
  const id = await addWebhook(await memberAt(app.url));
  const nextAt = app.time.scheduler.now() + DAY_MS; // so that the server of this test does not take it
  await app.database.prisma.webhook.update({ where: { id }, data: { nextAt: new Date(nextAt) } });
  expect(await store.dueSince(nextAt - 1)).toBeNull();
  expect(await store.dueSince(nextAt + MINUTE_MS)).toBe(nextAt);
  await store.claim({ now: nextAt, until: nextAt + 2 * MINUTE_MS }, { webhooks: [], players: [], hosts: [] });
  expect(await store.dueSince(nextAt + MINUTE_MS)).toBeNull();
});

test('metrics count failed attempts by kind, and deliveries that were made or given up', async () => {
  const { gameId, south, north } = await aGame(app.url)
    .days(1)
    .among(await memberAt(app.url), await memberAt(app.url))
    .started();
  await addWebhook(north);
  await addWebhook(north, 500);
  await addWebhook(north, 410);
  await addWebhook(north, 204, true);
  await south.commandOrThrow(gameId, { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  const counted = async () => {
    const lines = String((await request(app.url, '/metrics')).body).split('\n');
    const isPositive = (name: string) => lines.some((line) => line.startsWith(`${name} `) && !line.endsWith(' 0'));
    return [
      'terrace_webhook_failures_total{kind="status"}',
      'terrace_webhook_failures_total{kind="no-reply"}',
      'terrace_notifications_total{channel="webhook",outcome="delivered"}',
      'terrace_notifications_total{channel="webhook",outcome="failed"}',
    ].filter(isPositive);
  };
  await expect.poll(async () => (await counted()).length).toBe(4);
});
