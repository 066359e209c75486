import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { type Admission, COST } from '../admission/admission.ts';
import { addressBlock } from '../limits/address-block.ts';
import type { PlayAddress } from '../pages/play-client.ts';
import { PagesUnavailable, startRenderer } from '../pages/renderer.ts';
import type { ProcessWatch } from '../processes/supervise-child.ts';
import { readBuiltPages } from './built-pages.ts';
import { acceptsHtml, RefusedRequest, throwIfRefused } from './refusals.ts';
import { isPageAsset } from './security-headers.ts';
import { readStaticFiles } from './static-files.ts';
import type { StartVisitor } from './visitor-guests.ts';

const BUILD = new URL('../../../web/build/', import.meta.url);

/** For static files and prerendered pages. Rendered pages set a content policy of their own. */
const BUILT_POLICY = "frame-ancestors 'none'";

/** The URL where open pages check which build the server runs. */
const VERSION = '/_app/version.json';

const PICTURES = '/preview/';

/** Play starts without pages if they take longer. */
const MAX_START_MS = 30_000;

const RETRY_MS = 2_000;

type Dependencies = {
  readonly log: Logger;
  readonly admission: Admission;
  readonly visitorKey: string;
  readonly startVisitor: StartVisitor;
  /** Where pages request their data; may open the socket of this path. */
  readonly play: (socket: string) => PlayAddress;
  /** This server's public URL; undefined to use that of the request. */
  readonly publicUrl: string | undefined;
  readonly source: string | undefined;
  readonly watch: ProcessWatch;
};

/**
 * Serves everything except the API and sockets. Static files and prerendered pages are in memory; SvelteKit answers
 * everything else in a process of its own, also escaped spellings of these paths.
 */
export async function addPages(
  app: FastifyInstance,
  { log, admission, visitorKey, startVisitor, play, publicUrl, source, watch }: Dependencies,
) {
  const version = await readFile(new URL(`client${VERSION}`, BUILD));
  const [files, builtPages] = await Promise.all([
    readStaticFiles(new URL('client/', BUILD), new URL('prerendered/', BUILD)),
    readBuiltPages(new URL('prerendered/', BUILD)),
  ]);
  const renderer = await startRenderer({ log, visitorKey, publicUrl, source, play, watch });
  await Promise.race([renderer.untilUp(), delay(MAX_START_MS, undefined, { ref: false })]);

  /** Makes a new visitor a guest, in an uncached response. */
  async function makeVisitorGuest(request: FastifyRequest, { raw }: FastifyReply): Promise<void> {
    const cookie = acceptsHtml(request) ? await startVisitor(request) : undefined;
    if (cookie === undefined) return;
    raw.appendHeader('set-cookie', cookie);
    raw.setHeader('cache-control', 'private, no-store');
  }

  async function render(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const isPicture = request.url.startsWith(PICTURES);
    const group = isPicture ? 'picture' : 'page';
    const { promise: rendered, resolve: release } = Promise.withResolvers<undefined>();
    reply.raw.once('close', () => release(undefined));
    throwIfRefused(admission.charge(addressBlock(request.ip), COST[group]));
    await app.enterGroup(group, request, reply, rendered);
    try {
      if (reply.sent) return;
      reply.raw.setHeader('cache-control', 'private, no-cache'); // it contains personal data
      reply.raw.setHeader('content-security-policy', BUILT_POLICY);
      if (!isPicture) await makeVisitorGuest(request, reply);
      const { ip: address, protocol, id: reference } = request;
      await renderer.answer(request.raw, reply.raw, { address, protocol, reference });
      reply.hijack();
    } catch (error) {
      if (!(error instanceof PagesUnavailable)) throw error;
      request.log.warn({ err: error }, 'a page was not rendered');
      throw new RefusedRequest({ code: 'busy', retryMs: RETRY_MS });
    } finally {
      release(undefined);
    }
  }

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    config: { cost: COST.file, refusals: 'page', page: true },
    handler: async (request, reply) => {
      // Redirects to the readable form of the path, because the page's script parses it too; never to another host.
      if (request.originalUrl !== request.url) return reply.redirect(request.url.replace(/^[/\\]+/, '/'));
      const { host } = request.raw.headers;
      if (host === undefined) throw new RefusedRequest({ code: 'malformed', problem: 'Host: the header is missing' });
      const path = request.url.replace(/\?.*/s, '');
      if (path === VERSION) return reply.type('application/json').header('cache-control', 'no-store').send(version);
      if (builtPages.has(path) || files.has(path)) {
        if (!isPageAsset(path)) reply.raw.setHeader('content-security-policy', BUILT_POLICY);
        return builtPages.has(path)
          ? builtPages.send(path, publicUrl ?? `${request.protocol}://${host}`, request, reply)
          : files.send(path, request, reply);
      }
      await render(request, reply);
      return reply;
    },
  });

  return renderer;
}
