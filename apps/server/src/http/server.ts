import type { Socket } from 'node:net';
import { explainToProgram } from '@terrace/messages';
import type { Refusal, Refused } from '@terrace/protocol';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { TrustProxy } from '../admission/client-address.ts';
import { limitConnections } from '../admission/connections.ts';
import { errorCode } from '../errors.ts';
import { newReference } from '../reference.ts';
import { refuse } from './refused.ts';

/** How long a client may take to send a whole request, its headers alone, and to take what it is sent, in ms. */
export const REQUEST_TIMEOUT_MS = 20_000;
const MAX_HEADERS_MS = 10_000;
const MAX_IDLE_MS = 60_000;

/** Bytes of all headers of a request. */
const MAX_HEADER_BYTES = 16_384;

/** Characters of a part of a path; longer than any that a schema lets through. */
const MAX_PARAM_LENGTH = 2_000;

type Options = {
  readonly log: FastifyBaseLogger;
  readonly trustProxy: TrustProxy;
  readonly requestTimeoutMs: number;
};

/** An HTTP server that waits for nobody for long and answers whatever cannot be read by a refusal, as everything else. */
export function createServer({ log, trustProxy, requestTimeoutMs }: Options): FastifyInstance {
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    genReqId: newReference,
    logController: new LogController({ requestIdLogLabel: 'reference' }),
    forceCloseConnections: true,
    trustProxy,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: MAX_IDLE_MS,
    http: {
      headersTimeout: Math.min(MAX_HEADERS_MS, requestTimeoutMs),
      connectionsCheckingInterval: Math.ceil(requestTimeoutMs / 4),
      maxHeaderSize: MAX_HEADER_BYTES,
    },
    rewriteUrl: ({ url = '/' }) => readableUrl(url),
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    frameworkErrors: (_, __, reply) => refuse(reply, malformed('the address cannot be read')),
    clientErrorHandler: refuseUnreadable,
  });
  limitConnections(app.server, trustProxy);
  return app;
}

const malformed = (problem: string): Refusal => ({ code: 'malformed', problem });

/** A path whose escapes mean nothing is taken as it is written: nothing is there, and the page of errors says so. */
export function readableUrl(url: string): string {
  const end = url.search(/[?#]/);
  const path = end === -1 ? url : url.slice(0, end);
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}

/** What Node could not read as a request, by the code of its error. */
const UNREADABLE: Readonly<Record<string, { readonly status: string; readonly problem: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', problem: 'it did not arrive in time' },
  HPE_HEADER_OVERFLOW: { status: '431 Request Header Fields Too Large', problem: 'its headers are too long' },
};
const NOT_HTTP = { status: '400 Bad Request', problem: 'it is not HTTP' };

function refuseUnreadable(error: Error, socket: Socket): void {
  const code = errorCode(error) ?? '';
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const { status, problem } = UNREADABLE[code] ?? NOT_HTTP;
  const refusal = malformed(problem);
  const body: Refused = { refusal, message: explainToProgram(refusal) };
  const text = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `x-content-type-options: nosniff\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
    () => socket.destroy(), // whoever goes on sending is not listened to
  );
}
