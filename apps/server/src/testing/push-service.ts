import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type NewPushSubscription, PushPayload } from '@terrace/protocol';

type Received = {
  readonly payload: PushPayload;
  readonly ttlSeconds: number;
  readonly urgency: string | undefined;
  readonly topic: string | undefined;
  readonly authorization: string | undefined;
};

type Answer = { readonly status: number; readonly retryAfter?: string };

const ACCEPTED: Answer = { status: 201 };

/** A push service on a free loopback port with browsers that decrypt what they receive. */
export async function openPushService() {
  const browsers = new Map<string, ReturnType<typeof createBrowser>>();
  const server = createServer(async (request, response) => {
    const browser = browsers.get(request.url ?? '');
    const body = await buffer(request);
    const { status, retryAfter } = browser?.answer ?? { status: 404 };
    if (browser !== undefined) browser.requests += 1;
    if (browser?.hangs) return;
    if (status < 300 && browser !== undefined) {
      const { ttl, urgency, topic, authorization } = request.headers;
      browser.received.push({
        payload: PushPayload.parse(JSON.parse(browser.decrypt(body))),
        ttlSeconds: Number(ttl),
        urgency: urgency?.toString(),
        topic: topic?.toString(),
        authorization,
      });
    }
    response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the push service has no port');
  const origin = `http://127.0.0.1:${address.port}`;
  return {
    origin,
    /** A new browser that has subscribed at this service. */
    browser() {
      const path = `/send/${randomBytes(12).toString('base64url')}`;
      const browser = createBrowser(`${origin}${path}`);
      browsers.set(path, browser);
      return browser;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function createBrowser(endpoint: string) {
  const ecdh = createECDH('prime256v1');
  const publicKey = ecdh.generateKeys();
  const auth = randomBytes(16);
  const keys = { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') };
  const subscription: NewPushSubscription = { endpoint, keys };
  const received: Received[] = [];
  return {
    subscription,
    received,
    /** Requests, accepted or not. */
    requests: 0,
    /** Whether the next requests get no answer. */
    hangs: false,
    /** The answer to the next requests. */
    answer: ACCEPTED,

    /** Decrypts `aes128gcm` of RFC 8188 with the keys of RFC 8291. */
    decrypt(body: Buffer): string {
      const [salt, senderKey] = [body.subarray(0, 16), body.subarray(21, 21 + (body[20] ?? 0))];
      const content = body.subarray(21 + senderKey.length);
      const derive = (secret: Buffer, salted: Buffer, info: Buffer | string, length: number) =>
        Buffer.from(hkdfSync('sha256', secret, salted, info, length));
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey]);
      const secret = derive(ecdh.computeSecret(senderKey), auth, info, 32);
      const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
      const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
      const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(content.subarray(-16));
      const padded = Buffer.concat([decipher.update(content.subarray(0, -16)), decipher.final()]);
      return padded.subarray(0, padded.lastIndexOf(2)).toString();
    },
  };
}
