import { version } from '$app/env';
import { assets, immutable, prerendered } from '$app/manifest';
import { self } from '$app/service-worker';

/**
 * Keeps what /local and /learn need, so that they open without a connection. Pages come from the network while there is
 * one; what the server says of games and people is never kept. A new version waits until every page of the old one is
 * closed, and only then drops the old one's files: no open page misses a part of itself.
 */
const CACHE = `terrace ${version}`;

/** What else is opened without a connection gets this page. */
const SHELTER = '/offline';

/** A network that does not answer within this is as good as none, for a page that is kept. */
const PATIENCE_MS = 3000;

const root = (path: string) => (path.startsWith('/') ? path : `/${path}`);
const kept = new Set([...immutable, ...assets, ...prerendered].map(({ path }) => root(path)));
const pages = new Set(prerendered.map(({ path }) => root(path)));

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([...kept].map(fresh))));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(dropOld().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(page(request, url.pathname));
  else if (kept.has(url.pathname)) event.respondWith(file(request, url.pathname));
});

/** A page has the same address in every build: the browser's own memory of an older one must not come in its place. */
const fresh = (path: string) => (pages.has(path) ? new Request(path, { cache: 'reload' }) : path);

async function dropOld(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
}

async function file(request: Request, path: string): Promise<Response> {
  return (await ours(path)) ?? fetch(request);
}

const ours = (path: string) => caches.match(path, { cacheName: CACHE });

/** The page from the network; without one, as it was kept with the rest of this version. */
async function page(request: Request, path: string): Promise<Response> {
  const answer = fetch(request).catch(() => undefined);
  if (!pages.has(path)) return (await answer) ?? (await ours(SHELTER)) ?? Response.error();
  const patient = await Promise.race([answer, after(PATIENCE_MS)]);
  // A gateway without its server answers, too.
  return patient !== undefined && patient.status < 500
    ? patient
    : ((await ours(path)) ?? (await answer) ?? Response.error());
}

const after = (ms: number): Promise<undefined> => new Promise((resolve) => setTimeout(() => resolve(undefined), ms));
