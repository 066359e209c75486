import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { TrustProxy } from '../admission/client-address.ts';
import { limitConnections } from '../admission/connections.ts';
import { newErrorReference } from '../runtime/errors.ts';
import { isNestedTooDeeply } from '../runtime/json-depth.ts';
import { handleRawRequests, isUpgraded, malformed, rejectUnreadable } from './raw-requests.ts';
import { RefusedRequest, sendRefusal } from './refusals.ts';

export const REQUEST_TIMEOUT_MS = 20_000;
const MAX_HEADERS_MS = 10_000;
const MAX_IDLE_MS = 60_000;
const MAX_HEADER_BYTES = 16_384;

/** Of every route that sets no other limit, and of unknown paths: a body is parsed before any handler sees it. */
const MAX_BODY_BYTES = 16_384;

/** More than any schema accepts. */
const MAX_PARAM_LENGTH = 2_000;

export type ServerOptions = {
  readonly log: FastifyBaseLogger;
  readonly trustProxy: TrustProxy;
  readonly requestTimeoutMs: number;
};

/** An HTTP server with timeouts for slow clients, which replies to unreadable requests with a refusal. */
export function createServer({ log, trustProxy, requestTimeoutMs }: ServerOptions): FastifyInstance {
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    genReqId: newErrorReference,
    logController: new LogController({ requestIdLogLabel: 'reference' }),
    forceCloseConnections: true,
    trustProxy,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: MAX_IDLE_MS,
    http: {
      headersTimeout: Math.min(MAX_HEADERS_MS, requestTimeoutMs),
      connectionsCheckingInterval: Math.ceil(requestTimeoutMs / 4),
      maxHeaderSize: MAX_HEADER_BYTES,
      shouldUpgradeCallback: isUpgraded,
    },
    rewriteUrl: ({ url = '/' }) => readableUrl(url),
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    frameworkErrors: (_, __, reply) => sendRefusal(reply, malformed('the URL cannot be parsed')),
    clientErrorHandler: (error, socket) => rejectUnreadable(error, socket, (err) => log.error({ err })),
  });
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    return isNestedTooDeeply(text)
      ? done(new RefusedRequest(malformed('the body is nested too deeply')))
      : parse(request, text, done);
  });
  limitConnections(app.server, trustProxy);
  handleRawRequests(app.server);
  return app;
}

/** Escapes the percent signs of a path with invalid escapes, so that it gets the 404 page. */
function readableUrl(url: string): string {
  const end = url.search(/[?#]/);
  const path = end === -1 ? url : url.slice(0, end);
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}
