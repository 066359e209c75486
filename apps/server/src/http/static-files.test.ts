import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../tools/testing/folder.ts';
import { addConditionalReplies } from './etag.ts';
import { readStaticFiles } from './static-files.ts';

const ICON = '<svg xmlns="http://www.w3.org/2000/svg"/>';
const SCRIPT = 'export const script = 1;';
const HASHED = '/_app/immutable/chunks/a1.js';

let app: FastifyInstance;
let paths: readonly string[];

beforeAll(async () => {
  const folder = await temporaryFolder();
  const [client, prerendered] = [join(folder.path, 'client'), join(folder.path, 'prerendered')];
  await mkdir(join(client, '_app/immutable/chunks'), { recursive: true });
  await mkdir(join(prerendered, 'learn'), { recursive: true });
  await writeFile(join(client, 'icon.svg'), ICON);
  await writeFile(join(client, HASHED), SCRIPT);
  await writeFile(join(client, `${HASHED}.br`), brotliCompressSync(SCRIPT));
  await writeFile(join(client, `${HASHED}.gz`), gzipSync(SCRIPT));
  await writeFile(join(prerendered, 'learn.html'), '<html></html>');
  await writeFile(join(prerendered, 'learn.html.gz'), gzipSync('<html></html>'));
  await writeFile(join(prerendered, 'learn/__data.json'), '{}');
  const files = await readStaticFiles(...[client, prerendered].map((each) => pathToFileURL(`${each}/`)));
  paths = ['/icon.svg', HASHED, `${HASHED}.br`, '/learn.html', '/learn.html.gz', '/learn/__data.json'].filter(
    files.has,
  );
  app = Fastify();
  addConditionalReplies(app);
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => files.send(request.url, request, reply),
  });
  return folder.remove;
});
afterAll(() => app.close());

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers });

test('the files of both folders are served under their paths, without pages and compressed variants', () => {
  expect(paths).toEqual(['/icon.svg', HASHED, '/learn/__data.json']);
});

test('a file is sent in the best encoding that the client accepts', async () => {
  for (const [accepted, encoding] of [
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['identity', undefined],
  ] as const) {
    const { headers, statusCode } = await get(HASHED, { 'accept-encoding': accepted });
    expect([statusCode, headers['content-encoding'], headers.vary]).toEqual([200, encoding, 'Accept-Encoding']);
    expect(headers['content-type']).toMatch(/^text\/javascript/);
    expect(headers['cache-control']).toBe('public,max-age=31536000,immutable');
  }
  expect((await get(HASHED)).body).toBe(SCRIPT);
});

test('a file that is never compressed keeps its type, and only hashed names are cached for long', async () => {
  const { headers, body } = await get('/icon.svg', { 'accept-encoding': 'br' });
  expect([body, headers['content-type'], headers['content-encoding'], headers['cache-control']]).toEqual([
    ICON,
    'image/svg+xml',
    undefined,
    undefined,
  ]);
});

test('an unchanged file is not sent again, and HEAD sends no body', async () => {
  const { headers } = await get('/icon.svg');
  expect((await get('/icon.svg', { 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
  const head = await app.inject({ method: 'HEAD', url: '/icon.svg' });
  expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', String(ICON.length)]);
});
