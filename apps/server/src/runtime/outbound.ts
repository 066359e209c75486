import { type ClientRequest, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { createNames } from './names.ts';

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
   * Sends one request, follows no redirects and never retries. Settles within the timeout whatever the peer does.
   * @throws ForbiddenAddressError if the address is not public; OutboundError when no complete reply arrives in time
   */
  post(url: string, headers: Readonly<Record<string, string>>, body: string | Uint8Array): Promise<OutboundReply>;
  close(): void;
};

export type OutboundOptions = {
  /** Only for tests: also allows loopback addresses, over http too. */
  readonly loopback?: boolean;
  readonly timeoutMs?: number;
  /** Only for tests: the name server, as `address:port`, instead of the system's. */
  readonly nameServer?: string;
};

/** The address is not https, or leads to a host that is not on the public internet. Retries cannot succeed. */
export class ForbiddenAddressError extends Error {
  override readonly name = 'ForbiddenAddressError';
}

/** No complete reply. `code` is such as ECONNREFUSED, or TIMEOUT. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

const TIMEOUT_MS = 10_000;
const MAX_URL_LENGTH = 2_000;
const MAX_REPLY_BYTES = 4_096;
/** Connections to one host at a time: a slow host must not occupy the process. */
const MAX_SOCKETS_PER_HOST = 8;
/** `103 Early Hints` is never needed here, and a peer may send such replies without end. */
const MAX_INFORMATIONAL = 8;
/** Keeps connections to push services for the next message, and not much longer. */
const IDLE_TIMEOUT_MS = 15_000;

export function createOutbound(options: OutboundOptions = {}): Outbound {
  const { loopback = false, timeoutMs = TIMEOUT_MS } = options;
  const names = createNames({ nameServer: options.nameServer, timeoutMs });
  const isAllowed = (address: string): boolean => {
    if (!ipaddr.isValid(address)) return false;
    const range = ipaddr.process(address).range();
    return range === 'unicast' || (loopback && range === 'loopback');
  };

  /** Checks at connect time, because the answer of a name server may change between a check and its use. */
  const lookup: LookupFunction = (host, { all }, callback) => {
    names.addressesOf(host).then(
      (found) => {
        const allowed = found.filter(({ address }) => isAllowed(address));
        const [first] = allowed;
        if (first === undefined) return callback(new ForbiddenAddressError(`${host} is not a public host`), []);
        if (all === true) return callback(null, allowed);
        callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
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
      const options = { method: 'POST', headers, lookup };
      const sent = url.protocol === 'https:' ? httpsRequest(url, { ...options, agent }) : httpRequest(url, options);
      return replyTo(sent, body, timeoutMs);
    },
    close: () => {
      agent.destroy();
      names.close();
    },
  };
}

const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback');

/**
 * Sends a request and reads the start of its reply. A timer of its own settles it, because a peer can leave a request
 * without any further event: a refused upgrade, for example, ends in `close` alone. The peer's connection ends with it.
 */
function replyTo(sent: ClientRequest, body: string | Uint8Array, timeoutMs: number): Promise<OutboundReply> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => end(() => reject(error));
    const late = setTimeout(() => fail(new OutboundError('no complete reply in time', 'TIMEOUT')), timeoutMs);
    let informational = 0;
    let isOver = false;

    function end(settle: () => void, keepConnection = false): void {
      if (isOver) return;
      isOver = true;
      clearTimeout(late);
      if (!keepConnection) sent.destroy();
      settle();
    }

    sent.on('error', (error) => fail(faultOf(error)));
    sent.on('close', () => fail(new OutboundError('the connection was closed without a reply')));
    sent.on('upgrade', (_, socket) => {
      socket.destroy();
      fail(new OutboundError('the peer switched to another protocol'));
    });
    sent.on('information', () => {
      informational += 1;
      if (informational > MAX_INFORMATIONAL) fail(new OutboundError('too many informational replies'));
    });
    sent.on('response', (reply) => {
      const { statusCode: status = 0, headers } = reply;
      if (status < 200) return fail(new OutboundError('the peer switched to another protocol'));
      const chunks: Buffer[] = [];
      let size = 0;
      const finish = (keepConnection: boolean): void => {
        const text = Buffer.concat(chunks).subarray(0, MAX_REPLY_BYTES).toString();
        end(() => resolve({ status, headers, body: text }), keepConnection);
      };
      reply.on('error', (error) => fail(faultOf(error)));
      reply.on('close', () => fail(new OutboundError('the connection was closed within the reply')));
      reply.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size >= MAX_REPLY_BYTES) finish(false);
      });
      reply.on('end', () => finish(true));
    });
    sent.end(body);
  });
}

const faultOf = (error: NodeJS.ErrnoException): Error =>
  error instanceof ForbiddenAddressError ? error : new OutboundError(error.message, error.code);

/** The wait that a 429 or 503 reply asks for in `Retry-After`, in ms; undefined if it names none. */
export function retryAfterMs({ headers }: OutboundReply, now: number): number | undefined {
  const value = headers['retry-after'];
  if (value === undefined) return undefined;
  const seconds = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
