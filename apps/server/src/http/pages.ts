import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Accounts } from '../accounts/accounts.ts';
import { becomeGuest } from './actor.ts';

type PageHandler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
const Build = z.object({ handler: z.custom<PageHandler>((handler) => typeof handler === 'function') });
const BUILD = new URL('../../../web/build/handler.js', import.meta.url);

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Everything that is not the API or a socket is a page: SvelteKit renders it from its own build. */
export async function pagesPlugin(app: FastifyInstance, { limitGuests }: Pick<Accounts, 'limitGuests'>): Promise<void> {
  process.env.PROTOCOL_HEADER ??= 'x-forwarded-proto'; // read by the handler while it is imported
  const { handler } = Build.parse({ ...(await import(BUILD.href)) });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null)); // Kit reads the body itself
  app.route({
    method: METHODS,
    url: '/*',
    handler: async (request, reply) => {
      const isPage = request.headers.accept?.includes('text/html') ?? false;
      if (request.actor === null && isPage && (await limitGuests(request.ip)) === undefined) {
        reply.raw.appendHeader('set-cookie', becomeGuest(request).cookie);
      }
      request.raw.headers['x-forwarded-proto'] = request.protocol;
      reply.hijack();
      handler(request.raw, reply.raw, () => {
        reply.raw.statusCode = 404;
        reply.raw.end();
      });
    },
  });
}
