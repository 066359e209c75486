import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { inHtml } from './error-page.ts';
import { RefusedRequest } from './refusals.ts';

/** The origin that SvelteKit writes into prerendered pages. */
const NO_ORIGIN = 'http://sveltekit-prerender';

/** Replaced only in these attributes. Inline scripts stay unchanged, because the policy allows them by hash. */
const ORIGIN_REFERENCE = new RegExp(`((?:content|href)=")${NO_ORIGIN}`, 'g');

/** Responses cached, one for each page and origin. A server is reached under few origins. */
const MAX_CACHED = 32;

type Built = { readonly text: Buffer; readonly gzipped: Buffer; readonly etag: string };

/** Prerendered pages contain absolute URLs, but only the running server knows its origin. */
export async function readBuiltPages(folder: URL) {
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.html'));
  const texts = new Map<string, string>(
    await Promise.all(
      files.map(async (name) => {
        const text = await readFile(fileURLToPath(new URL(name, folder)), 'utf8');
        return [`/${name.replace(/\.html$/, '')}`, text] as const;
      }),
    ),
  );
  const cache = new LRUCache<string, Built>({ max: MAX_CACHED });

  async function built(path: string, origin: string): Promise<Built | undefined> {
    const key = `${origin}${path}`;
    const known = cache.get(key);
    const source = texts.get(path);
    if (known !== undefined || source === undefined) return known;
    // The Host header is untrusted, hence the escaping.
    const text = Buffer.from(source.replaceAll(ORIGIN_REFERENCE, `$1${inHtml(origin)}`));
    const gzipped = await promisify(gzip)(text);
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
    const made = { text, gzipped, etag };
    cache.set(key, made);
    return made;
  }

  return {
    has: (path: string): boolean => texts.has(path),

    async send(path: string, origin: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      const page = await built(path, origin);
      if (page === undefined) throw new RefusedRequest({ code: 'no-such-route' });
      const acceptsGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
      reply.headers({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        vary: 'accept-encoding',
        etag: page.etag,
        ...(acceptsGzip && { 'content-encoding': 'gzip' }),
      });
      return reply.send(acceptsGzip ? page.gzipped : page.text);
    },
  };
}
