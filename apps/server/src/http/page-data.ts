import { once } from 'node:events';
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { RateLimiterMemory, RateLimiterQueue } from 'rate-limiter-flexible';
import { type Admission, COST } from '../admission/admission.ts';
import { forwardedHeaders } from '../pages/page-request.ts';
import { CHECK, HOST_HEADER, PAGE_DATA } from '../pages/play-client.ts';
import { VISITOR_HEADER, type VisitorHeader } from '../pages/visitor-header.ts';
import { throwIfRefused } from './refusals.ts';
import { blockOf } from './route.ts';

/** Connections of the page process; it opens 64. */
const MAX_CONNECTIONS = 80;

/** Requests of all pages. More of them wait, so that pages that request without end leave most of a CPU to games. */
const PACE = { points: 100, seconds: 0.2, waiting: 1_000 };

/** Opens the socket on which the pages that this server renders request their data. */
export function listenForPages({ answer }: PageData, socket: string) {
  const server = createServer((request, response) => void answer(request, response));
  server.keepAliveTimeout = 0; // the pages close idle connections, so none closes while a request is sent
  server.maxConnections = MAX_CONNECTIONS;
  server.listen(socket);
  return {
    async close(): Promise<void> {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/**
 * Lets servers that only serve pages request their data. Other clients get 403 without their body being read, and are
 * charged.
 */
export function addPageDataRoute(app: FastifyInstance, { answer, isSigned }: PageData, admission: Admission): void {
  app.route({
    method: ['GET', 'POST'],
    url: `${PAGE_DATA}/*`,
    config: { cost: 0, anonymous: true },
    async onRequest(request, reply) {
      if (isSigned(request.raw)) return;
      throwIfRefused(admission.charge(blockOf(request), COST.request));
      await reply.code(403).send();
    },
    handler: async (request, reply) => {
      reply.hijack();
      await answer(request.raw, reply.raw);
    },
  });
}

export type PageData = ReturnType<typeof createPageData>;

/**
 * Answers the API requests of pages being rendered, with the routes in this process and as the visitor. Only a signed
 * header names the visitor's address: other clients get 403. Each request is charged to the visitor's budget.
 */
export function createPageData(app: FastifyInstance, visitor: VisitorHeader, pace = PACE) {
  const limiter = new RateLimiterMemory({ points: pace.points, duration: pace.seconds });
  const turns = new RateLimiterQueue(limiter, { maxQueueSize: pace.waiting });
  const hasTurn = (): Promise<boolean> =>
    turns.removeTokens(1).then(
      () => true,
      () => false,
    );

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url = '', headers } = request;
    const address = visitor.read(headers[VISITOR_HEADER]);
    const path = url.slice(PAGE_DATA.length);
    if (address === undefined) return end(response, 403);
    if (path === CHECK) return end(response, 204);
    if (!isForPages(method, path)) return end(response, 403);
    const left = new AbortController();
    response.once('close', () => left.abort());
    if (!(await hasTurn())) return end(response, 503);
    if (left.signal.aborted) return;
    try {
      const reply = await app.inject({
        method,
        url: path,
        headers: { ...visitorHeaders(headers), host: String(headers[HOST_HEADER] ?? '') },
        remoteAddress: address,
        signal: left.signal,
      });
      response.writeHead(reply.statusCode, withoutConnection(reply.headers)).end(reply.rawPayload);
    } catch (error) {
      if (!left.signal.aborted) app.log.error({ err: error }, 'a request of a page failed');
      response.destroy();
    }
  }

  return {
    answer,
    /** Whether a server of pages sent the request. */
    isSigned: ({ headers }: IncomingMessage): boolean => visitor.read(headers[VISITOR_HEADER]) !== undefined,
  };
}

/** Pages read the API. A server of pages also passes on the clicks of mail programs. */
const isForPages = (method: string | undefined, path: string): method is 'GET' | 'POST' =>
  method === 'GET' ? path.startsWith('/api/') : method === 'POST' && /^\/unsubscribe\/[^/?]+$/.test(path);

const end = (response: ServerResponse, status: number): void => void response.writeHead(status).end();

/** Without those of proxies between pages and play, which would replace the visitor's address. */
const visitorHeaders = (headers: IncomingMessage['headers']): IncomingMessage['headers'] =>
  Object.fromEntries(
    Object.entries(forwardedHeaders(headers)).filter(([name]) => !/^(forwarded|x-forwarded-.*|via)$/.test(name)),
  );

const withoutConnection = (headers: OutgoingHttpHeaders): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !['connection', 'transfer-encoding'].includes(name)));
