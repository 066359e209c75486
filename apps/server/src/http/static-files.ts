import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyReply, FastifyRequest } from 'fastify';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** Files whose names contain a hash of their content. */
const IMMUTABLE = /^\/_app\/immutable\//;

type Encoding = 'br' | 'gzip';
type Variant = { readonly body: Buffer; readonly etag: string };
type File = { readonly type: string; readonly plain: Variant; readonly encoded: ReadonlyMap<Encoding, Variant> };

/**
 * The scripts, styles, pictures and data of the pages, read once: a request costs neither a file nor a thread of libuv, and a
 * later build may replace the files while this server still runs the old one.
 */
export async function readStaticFiles(...folders: readonly URL[]) {
  const files = new Map((await Promise.all(folders.map(readFolder))).flat());

  return {
    has: (path: string): boolean => files.has(path),

    /** The path must exist. */
    send(path: string, { headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
      const file = files.get(path);
      if (file === undefined) throw new Error(`${path} does not exist`);
      const accepted = headers['accept-encoding'] ?? '';
      const encoding = ENCODINGS.find((each) => file.encoded.has(each) && new RegExp(`\\b${each}\\b`).test(accepted));
      const { body, etag } = (encoding && file.encoded.get(encoding)) ?? file.plain;
      if (file.encoded.size > 0) reply.header('vary', 'Accept-Encoding');
      if (encoding !== undefined) reply.header('content-encoding', encoding);
      if (IMMUTABLE.test(path)) reply.header('cache-control', 'public,max-age=31536000,immutable');
      return reply.header('etag', etag).type(file.type).send(body);
    },
  };
}

const ENCODINGS: readonly Encoding[] = ['br', 'gzip'];
const SUFFIXES = { br: '.br', gzip: '.gz' } as const;

const isEncoded = (name: string, known: ReadonlySet<string>): boolean =>
  ENCODINGS.some((each) => name.endsWith(SUFFIXES[each]) && known.has(name.slice(0, -SUFFIXES[each].length)));

async function readStaticFile(folder: URL, name: string, known: ReadonlySet<string>): Promise<File> {
  const type = TYPES[extname(name)];
  if (type === undefined) throw new Error(`no content type is known for ${name}`);
  const read = async (path: string): Promise<Variant> => {
    const body = await readFile(new URL(`.${path}`, folder));
    return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
  };
  const encoded = ENCODINGS.filter((each) => known.has(name + SUFFIXES[each]));
  return {
    type,
    plain: await read(name),
    encoded: new Map(
      await Promise.all(encoded.map(async (each) => [each, await read(name + SUFFIXES[each])] as const)),
    ),
  };
}

/** Pages themselves are not files: they contain absolute URLs. */
async function readFolder(folder: URL): Promise<(readonly [path: string, file: File])[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `/${relative(fileURLToPath(folder), join(parentPath, name))}`);
  const known = new Set(names);
  const served = names.filter((name) => !name.endsWith('.html') && !isEncoded(name, known));
  return Promise.all(served.map(async (name) => [name, await readStaticFile(folder, name, known)] as const));
}
