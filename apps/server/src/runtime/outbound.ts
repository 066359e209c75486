import { lookup as resolveHost } from 'node:dns';
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Requests to addresses that players enter, which must not reach the operator's own network (SSRF). */

export type OutboundReply = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The first `MAX_REPLY_BYTES` of the body. */
  readonly body: string;
};

export type Outbound = {
  /** Whether the address may be requested, as far as its text shows. `post` also checks where its name leads. */
  accepts(url: string): boolean;
  /**
   * Sends one request, follows no redirects and never retries.
   * @throws ForbiddenAddressError if the address is not public; other errors when no complete reply arrives in time
   */
  post(url: string, headers: Readonly<Record<string, string>>, body: string | Uint8Array): Promise<OutboundReply>;
  close(): void;
};

export type OutboundOptions = {
  /** Only for tests: also allows loopback addresses, over http too. */
  readonly loopback?: boolean;
  readonly timeoutMs?: number;
};

/** The address is not https, or leads to a host that is not on the public internet. Retries cannot succeed. */
export class ForbiddenAddressError extends Error {
  override readonly name = 'ForbiddenAddressError';
}

const TIMEOUT_MS = 10_000;
const MAX_URL_LENGTH = 2_000;
const MAX_REPLY_BYTES = 4_096;
/** Connections to one host at a time: a slow host must not occupy the process. */
const MAX_SOCKETS_PER_HOST = 8;
/** Keeps connections to push services for the next message, and not much longer. */
const IDLE_TIMEOUT_MS = 15_000;

export function createOutbound({ loopback = false, timeoutMs = TIMEOUT_MS }: OutboundOptions = {}): Outbound {
  const isAllowed = (address: string): boolean => {
    if (!ipaddr.isValid(address)) return false;
    const range = ipaddr.process(address).range();
    return range === 'unicast' || (loopback && range === 'loopback');
  };

  /** Checks at connect time, because the answer of a name server may change between a check and its use. */
  const lookup: LookupFunction = (host, options, callback) => {
    resolveHost(host, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const allowed = found.filter(({ address }) => isAllowed(address));
      const [first] = allowed;
      if (first === undefined) return callback(new ForbiddenAddressError(`${host} is not a public host`), []);
      if (options.all === true) return callback(null, allowed);
      callback(null, first.address, first.family);
    });
  };
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS_PER_HOST, timeout: IDLE_TIMEOUT_MS });

  function parse(text: string): URL | undefined {
    if (text.length > MAX_URL_LENGTH || !URL.canParse(text)) return undefined;
    const url = new URL(text);
    if (url.username !== '' || url.password !== '') return undefined;
    const host = url.hostname.replace(/^\[|\]$/g, '');
    // Sockets use literal addresses without a lookup.
    if (ipaddr.isValid(host) && !isAllowed(host)) return undefined;
    if (url.protocol === 'https:') return url;
    return loopback && url.protocol === 'http:' && isLoopbackHost(host) ? url : undefined;
  }

  return {
    accepts: (url) => parse(url) !== undefined,
    async post(text, headers, body) {
      const url = parse(text);
      if (url === undefined) throw new ForbiddenAddressError('Only https addresses of public hosts are requested');
      const options = { method: 'POST', headers, lookup, signal: AbortSignal.timeout(timeoutMs) };
      const reply = await new Promise<IncomingMessage>((resolve, reject) => {
        const sent = url.protocol === 'https:' ? httpsRequest(url, { ...options, agent }) : httpRequest(url, options);
        sent.on('response', resolve).on('error', reject);
        sent.end(body);
      });
      return { status: reply.statusCode ?? 0, headers: reply.headers, body: await start(reply) };
    },
    close: () => agent.destroy(),
  };
}

const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback');

/** Reads the start of a body. Leaving the loop closes the connection of a longer one. */
async function start(reply: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of reply) {
    const bytes = Buffer.from(chunk);
    chunks.push(bytes);
    size += bytes.length;
    if (size >= MAX_REPLY_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, MAX_REPLY_BYTES).toString();
}

/** The wait that a 429 or 503 reply asks for in `Retry-After`, in ms; undefined if it names none. */
export function retryAfterMs({ headers }: OutboundReply, now: number): number | undefined {
  const value = headers['retry-after'];
  if (value === undefined) return undefined;
  const seconds = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
