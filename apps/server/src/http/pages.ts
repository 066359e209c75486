import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Accounts } from '../accounts/accounts.ts';
import { type Admission, COST } from '../admission/admission.ts';
import { unlessDatabaseFault } from '../game-service/games.ports.ts';
import type { PlayerStore } from '../game-service/players.ports.ts';
import { addressBlock } from '../limits/address-block.ts';
import type { Pictures } from '../pictures/pictures.ts';
import { type Authenticate, credentialsOf, startGuestSession } from './actor.ts';
import { readBuiltPages } from './built-pages.ts';
import { fetchInProcess } from './pages-data.ts';
import { acceptsHtml, RefusedRequest, throwIfRefused } from './refusals.ts';
import { isPageAsset } from './security-headers.ts';

type PageHandler = (request: IncomingMessage, response: ServerResponse, next: () => void) => unknown;
const Build = z.object({ handler: z.custom<PageHandler>((handler) => typeof handler === 'function') });
const BUILD = new URL('../../../web/build/', import.meta.url);

/** For static files and prerendered pages. Rendered pages set a content policy of their own. */
const BUILT_POLICY = "frame-ancestors 'none'";

/** The URL where open pages check which build the server runs. */
const VERSION = '/_app/version.json';

const PICTURES = '/preview/';

type Dependencies = {
  readonly limitGuests: Accounts['limitGuests'];
  readonly pictures: Pick<Pictures, 'png'>;
  /** This server's public URL; undefined to use that of the request. */
  readonly publicUrl: string | undefined;
  readonly admission: Admission;
  readonly authenticate: Authenticate;
  readonly players: Pick<PlayerStore, 'isTaken'>;
  readonly source: string | undefined;
};

/** Serves everything except the API and sockets: SvelteKit renders pages from its own build. */
export async function addPages(
  app: FastifyInstance,
  { limitGuests, admission, authenticate, players, pictures, publicUrl, source }: Dependencies,
): Promise<void> {
  process.env.PROTOCOL_HEADER ??= 'x-forwarded-proto'; // the handler reads it on import
  const { handler } = Build.parse({ ...(await import(new URL('handler.js', BUILD).href)) });
  const built = await builtPaths();
  // Read once: a later build may replace the files while this server still runs the old one.
  const version = await readFile(new URL(`client${VERSION}`, BUILD));
  const builtPages = await readBuiltPages(new URL('prerendered/', BUILD));

  /** Makes a new visitor a guest, in an uncached response. Without Postgres, a later request of the page does. */
  async function makeVisitorGuest(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (!acceptsHtml(request)) return;
    const actor = await unlessDatabaseFault(authenticate(credentialsOf(request)));
    if (actor?.ok !== true || actor.value !== null) return;
    const guest = await unlessDatabaseFault(startGuestSession(request, { limitGuests, players }));
    if (guest?.ok !== true) return;
    reply.raw.appendHeader('set-cookie', guest.value.cookie);
    reply.raw.setHeader('cache-control', 'private, no-store');
  }

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    config: { cost: COST.file, refusals: 'page', page: true },
    handler: async (request, reply) => {
      const { raw } = request;
      const { promise: rendered, resolve: release } = Promise.withResolvers<undefined>();
      reply.raw.once('close', () => release(undefined));
      // Redirects to the readable form of the path, because the page's script parses it too; never to another host.
      if (request.originalUrl !== request.url) return reply.redirect(request.url.replace(/^[/\\]+/, '/'));
      if (raw.headers.host === undefined)
        throw new RefusedRequest({ code: 'malformed', problem: 'Host: the header is missing' });
      const path = request.url.replace(/\?.*/s, '');
      if (path === VERSION) {
        release(undefined);
        return reply.type('application/json').header('cache-control', 'no-store').send(version);
      }
      if (builtPages.has(path)) {
        release(undefined);
        reply.raw.setHeader('content-security-policy', BUILT_POLICY);
        return builtPages.send(path, publicUrl ?? `${request.protocol}://${raw.headers.host}`, request, reply);
      }
      if (!built.has(path)) {
        const isPicture = request.url.startsWith(PICTURES);
        const group = isPicture ? 'picture' : 'page';
        throwIfRefused(admission.charge(addressBlock(request.ip), COST[group]));
        await app.enterGroup(group, request, reply, rendered);
        if (reply.sent) return release(undefined);
        reply.raw.setHeader('cache-control', 'private, no-cache'); // it contains personal data
        if (!isPicture) await makeVisitorGuest(request, reply);
        raw.fetchApi = fetchInProcess(app, request);
        raw.renderPng = pictures.png;
        if (publicUrl !== undefined) raw.publicUrl = publicUrl;
        if (source !== undefined) raw.source = source;
        raw.logFailure = (error) => {
          request.log.error({ err: error }, 'a page failed');
          return request.id;
        };
      }
      raw.headers['x-forwarded-proto'] = request.protocol;
      if (!isPageAsset(path)) reply.raw.setHeader('content-security-policy', BUILT_POLICY);
      reply.hijack();
      try {
        await handler(raw, reply.raw, () => reply.raw.writeHead(404).end());
      } catch (error) {
        request.log.error({ err: error }, 'a page failed');
        if (!reply.raw.headersSent) reply.raw.writeHead(500);
        reply.raw.end();
      } finally {
        release(undefined);
      }
    },
  });
}

async function builtPaths(): Promise<ReadonlySet<string>> {
  const folders = ['client', 'prerendered'].map((name) => fileURLToPath(new URL(name, BUILD)));
  const files = await Promise.all(folders.map((folder) => readdir(folder, { recursive: true })));
  return new Set(files.flat().map((name) => `/${name.replace(/\.html$/, '')}`));
}
