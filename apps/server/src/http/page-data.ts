import { once } from 'node:events';
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { HOST_HEADER, PAGE_DATA } from '../pages/fetch-api.ts';
import { forwardedHeaders } from '../pages/page-request.ts';
import { VISITOR_HEADER, type VisitorHeader } from '../pages/visitor-header.ts';

/** Opens the socket on which the pages that this server renders request their data. */
export function listenForPages(answer: PageData, socket: string) {
  const server = createServer((request, response) => void answer(request, response));
  server.keepAliveTimeout = 0; // the pages close idle connections, so none closes while a request is sent
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

/** Lets servers that only serve pages request their data. */
export function addPageDataRoute(app: FastifyInstance, answer: PageData): void {
  app.get(`${PAGE_DATA}/*`, { config: { cost: 0, anonymous: true } }, async (request, reply) => {
    reply.hijack();
    await answer(request.raw, reply.raw);
  });
}

export type PageData = ReturnType<typeof createPageData>;

/**
 * Answers the API requests of pages being rendered, with the routes in this process and as the visitor. Only a signed
 * header names the visitor's address: other clients get 403.
 */
export const createPageData =
  (app: FastifyInstance, visitor: VisitorHeader) =>
  async ({ method, url = '', headers }: IncomingMessage, response: ServerResponse): Promise<void> => {
    const address = visitor.read(headers[VISITOR_HEADER]);
    const path = url.slice(PAGE_DATA.length);
    if (address === undefined || method !== 'GET' || !path.startsWith('/api/')) {
      response.writeHead(403).end();
      return;
    }
    const left = new AbortController();
    response.once('close', () => left.abort());
    try {
      const reply = await app.inject({
        method: 'GET',
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
  };

/** Without those of proxies between pages and play, which would replace the visitor's address. */
const visitorHeaders = (headers: IncomingMessage['headers']): IncomingMessage['headers'] =>
  Object.fromEntries(
    Object.entries(forwardedHeaders(headers)).filter(([name]) => !/^(forwarded|x-forwarded-.*|via)$/.test(name)),
  );

const withoutConnection = (headers: OutgoingHttpHeaders): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !['connection', 'transfer-encoding'].includes(name)));
