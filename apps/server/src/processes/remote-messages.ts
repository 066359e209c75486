import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { errorMessage } from '../runtime/errors.ts';
import { type Channel, ProcessUnavailable } from './channel.ts';
import type { Receiver } from './messages.ts';

/** Requests between processes of different machines, over HTTP and signed with a key that both have. */

export const SIGNATURE_HEADER = 'x-terrace-signature';

/** How long a signature is valid, which also covers clocks that differ. */
const VALID_MS = 120_000;

const TIMEOUT_MS = 10_000;
const MAX_REQUESTS = 100;

/** The key of one kind of messages, so that both ends can do without the secret itself. */
export const messageKey = (secret: string, kind: string): string =>
  createHmac('sha256', secret).update(`messages of ${kind}`).digest('base64url');

const digestOf = (body: string): string => createHash('sha256').update(body).digest('base64url');

const signatureOf = (key: string, time: string, name: string, digest: string): Buffer =>
  createHmac('sha256', key).update(`${time} ${name} ${digest}`).digest();

/** @returns the digest of the body that a sender with the key signed a moment ago */
function signedDigest(key: string, header: unknown, name: string, now: number): string | undefined {
  const [, time = '', digest = '', signature = ''] =
    /^(\d{1,16}) (\S{43}) (\S{43})$/.exec(typeof header === 'string' ? header : '') ?? [];
  const [given, expected] = [Buffer.from(signature, 'base64url'), signatureOf(key, time, name, digest)];
  const isSigned = given.length === expected.length && timingSafeEqual(given, expected);
  return isSigned && Math.abs(now - Number(time)) <= VALID_MS ? digest : undefined;
}

/** Sends the requests of a channel to the server at `url`, each by a POST to the path of its name. */
export function createRemoteChannel(url: string, key: string): Pick<Channel, 'request'> {
  let running = 0;

  async function post(name: string, body: string, timeoutMs: number): Promise<unknown> {
    const time = String(Date.now());
    const digest = digestOf(body);
    const signature = `${time} ${digest} ${signatureOf(key, time, name, digest).toString('base64url')}`;
    try {
      const reply = await fetch(new URL(name, url), {
        method: 'POST',
        headers: { 'content-type': 'text/plain', [SIGNATURE_HEADER]: signature },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (reply.status !== 200) throw new Error(`status ${reply.status}`);
      return await reply.json();
    } catch (error) {
      throw new ProcessUnavailable(`${name} was not answered: ${errorMessage(error)}`, { cause: error });
    }
  }

  return {
    async request({ name, answer }, payload, timeoutMs = TIMEOUT_MS) {
      if (running >= MAX_REQUESTS) throw new ProcessUnavailable(`too many requests wait, ${name} was not sent`);
      running += 1;
      try {
        return answer.parse(await post(name, JSON.stringify(payload), timeoutMs));
      } finally {
        running -= 1;
      }
    },
  };
}

export type RemoteReply = { readonly status: 200 | 403 | 404 | 500; readonly answer: unknown };

const NOT_SIGNED: RemoteReply = { status: 403, answer: null };

/** Answers requests of a remote channel. Everything that arrives is checked. */
export function createRemoteReceiver(
  receivers: readonly Receiver[],
  key: string,
  reportError: (error: unknown) => void,
) {
  const byName = new Map(receivers.map((receiver) => [receiver.name, receiver]));
  return {
    /** Whether the header comes from a sender with the key, so that the body is worth reading. */
    isSigned: (name: string, header: unknown): boolean => signedDigest(key, header, name, Date.now()) !== undefined,

    async answer(name: string, header: unknown, body: string): Promise<RemoteReply> {
      if (signedDigest(key, header, name, Date.now()) !== digestOf(body)) return NOT_SIGNED;
      const receiver = byName.get(name);
      if (receiver === undefined) return { status: 404, answer: null };
      try {
        return { status: 200, answer: await receiver.receive(JSON.parse(body)) };
      } catch (error) {
        reportError(error);
        return { status: 500, answer: null };
      }
    },
  };
}

export type RemoteReceiver = ReturnType<typeof createRemoteReceiver>;
