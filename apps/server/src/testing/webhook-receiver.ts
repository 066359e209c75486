import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { WebhookEvent } from '@terrace/protocol';
import { Webhook } from 'standardwebhooks';

type Received = { readonly id: string; readonly event: WebhookEvent };

/** A receiver of webhooks on a free loopback port. It verifies signatures, and replies as its test says. */
export async function openWebhookReceiver() {
  const received: Received[] = [];
  const statuses: number[] = [];
  let secret = '';
  let hangs = false;
  let open = 0;
  const server = createServer(async (request, response) => {
    open += 1;
    receiver.most = Math.max(receiver.most, open);
    response.on('close', () => {
      open -= 1;
    });
    statuses.push(await answer(request.headers, await text(request)));
    if (hangs) return;
    const status = statuses.at(-1) ?? 0;
    const after = receiver.retryAfter === undefined ? {} : { 'retry-after': receiver.retryAfter };
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : after).end('ignored');
  });
  const receiver = {
    url: '',
    /** The status of the next replies, after the signature is verified. */
    status: 204,
    /** The `Retry-After` of the next replies. */
    retryAfter: undefined as string | undefined,
    /** The largest number of requests at the same time. */
    most: 0,
    /** Accepts any time of sending, for servers whose test has advanced their clock. */
    hasOtherTime: false,
    received,
    statuses,
    expectSecret(given: string): void {
      secret = given;
    },
    hang(isOn: boolean): void {
      hangs = isOn;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function answer(headers: NodeJS.Dict<string | string[]>, body: string): Promise<number> {
    const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    try {
      const id = given['webhook-id'] ?? '';
      if (receiver.hasOtherTime) {
        const sentAt = new Date(1000 * Number(given['webhook-timestamp']));
        if (new Webhook(secret).sign(id, sentAt, body) !== given['webhook-signature']) return 401;
      } else new Webhook(secret).verify(body, given);
      received.push({ id, event: WebhookEvent.parse(JSON.parse(body)) });
      return receiver.status;
    } catch {
      return 401;
    }
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port');
  receiver.url = `http://127.0.0.1:${address.port}/terrace`;
  return receiver;
}
