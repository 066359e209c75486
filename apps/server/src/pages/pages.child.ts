/** The process that renders pages and draws preview pictures. */
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { pino } from 'pino';
import { z } from 'zod';
import { createPictures } from '../pictures/pictures.ts';
import { runChild } from '../processes/run-child.ts';
import { PAGE_HEADERS } from './page-request.ts';
import { PagesData } from './pages-data.ts';
import { createPlayClient, type FetchApi } from './play-client.ts';
import { createVisitorHeader } from './visitor-header.ts';

declare module 'node:http' {
  interface IncomingMessage {
    /** Set on requests for pages, which read it as `event.platform.req.fetchApi`; so are the fields below. */
    fetchApi?: FetchApi;
    /** Renders a drawing; `shows` identifies its content. */
    renderPng?: (shows: string, draw: () => string) => Promise<Uint8Array>;
    publicUrl?: string;
    source?: string;
    /** @returns the reference shown to the reader */
    logFailure?: (error: unknown) => string;
  }
}

type PageHandler = (request: IncomingMessage, response: ServerResponse, next: () => void) => unknown;
const Build = z.object({ handler: z.custom<PageHandler>((handler) => typeof handler === 'function') });
const BUILD = new URL('../../../web/build/handler.js', import.meta.url);

const log = pino({ level: 'warn' }, pino.destination({ fd: 1, sync: true }));

/** A rejection that nothing awaits belongs to one page, and leaves the others as they are. */
process.on('unhandledRejection', (error) => log.error({ err: error }, 'a page left a rejection without a handler'));

runChild(PagesData, async ({ socket, play, visitorKey, publicUrl, source }) => {
  process.env.PROTOCOL_HEADER = PAGE_HEADERS.protocol; // the handler reads it on import
  const { handler } = Build.parse({ ...(await import(BUILD.href)) });
  const pictures = createPictures((error) => log.error({ err: error }));
  const client = createPlayClient(play, createVisitorHeader(visitorKey));

  async function render(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { [PAGE_HEADERS.address]: address, [PAGE_HEADERS.reference]: reference } = request.headers;
    request.fetchApi = client.forPage(String(address), request.headers);
    request.renderPng = pictures.png;
    if (publicUrl !== undefined) request.publicUrl = publicUrl;
    if (source !== undefined) request.source = source;
    request.logFailure = (error) => {
      log.error({ err: error, reference }, 'a page failed');
      return String(reference);
    };
    try {
      await handler(request, response, () => response.writeHead(404).end());
    } catch (error) {
      request.logFailure(error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    }
  }

  await rm(socket, { force: true }); // of a process that was killed
  const server = createServer((request, response) => void render(request, response));
  server.keepAliveTimeout = 0; // the other side closes idle connections, so none closes while a request is sent
  server.listen(socket);
  await once(server, 'listening');

  return {
    async stop(): Promise<void> {
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      await closed;
      await pictures.close();
    },
  };
});
