import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isFromElsewhere, isOwnOrigin } from './origin.ts';

const PREFLIGHT_SECONDS = '7200'; // the longest that Chromium caches
const READS: readonly string[] = ['GET', 'HEAD'];

export const tokenOf = ({ authorization }: IncomingHttpHeaders): string | undefined =>
  /^bearer (.+)$/i.exec(authorization ?? '')?.[1];

/**
 * Whether a page of another origin sends the request, such as another port of this host, with `fetch`, an image or a
 * frame. Such a request has no cookies for us. Over HTTP, browsers send only the Origin of `fetch`.
 */
export const isFromOtherSite = (headers: IncomingHttpHeaders): boolean =>
  !isOwnOrigin(headers) || (isFromElsewhere(headers) && !isFollowedLink(headers));

/** A link that the visitor follows from elsewhere. The service worker passes it on with an empty destination. */
const isFollowedLink = ({ 'sec-fetch-dest': dest, 'sec-fetch-mode': mode }: IncomingHttpHeaders): boolean =>
  dest === 'document' || (dest === 'empty' && mode === 'navigate');

/**
 * Lets pages of other sites read the API, and write with a token. The wildcard forbids browsers to send cookies, and
 * authentication ignores the cookies of such requests.
 */
export function addCors(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!isApi(request)) return;
    const { raw } = reply;
    if (request.method === 'OPTIONS') {
      raw.setHeader('access-control-allow-origin', '*');
      raw.setHeader('access-control-allow-methods', 'GET, HEAD, POST, PUT, DELETE');
      raw.setHeader('access-control-allow-headers', 'Authorization, Content-Type, If-None-Match, Last-Event-ID');
      raw.setHeader('access-control-max-age', PREFLIGHT_SECONDS);
      return reply.code(204).send();
    }
    if (!READS.includes(request.method) && tokenOf(request.headers) === undefined) return;
    raw.setHeader('access-control-allow-origin', '*');
    raw.setHeader('access-control-expose-headers', 'Content-Disposition, ETag, Retry-After');
  });
}

const isApi = ({ url }: FastifyRequest): boolean => url.startsWith('/api/');
