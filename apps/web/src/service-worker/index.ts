import { version } from '$app/env';
import { assets, immutable, prerendered } from '$app/manifest';
import { self } from '$app/service-worker';

/**
 * Keeps what /local, /learn and /analysis need, so that they open without a connection. Pages come from the network while there is
 * one; what the server says of games and people is never cached. A new version waits until every page of the old one is
 * closed, and only then drops the old one's files: no open page misses a part of itself.
 */
const CACHE = `terrace ${version}`;

/** Without a connection, every page that is not cached is answered with the first; one has a page of its own for then. */
const OFFLINE_PAGE = '/offline';
const OFFLINE_PAGES = new Map([['/analysis', '/offline/analysis']]);

/** A cached page is shown when the network has not answered within this. */
const NETWORK_TIMEOUT_MS = 3000;

const root = (path: string) => (path.startsWith('/') ? path : `/${path}`);
const cached = new Set([...immutable, ...assets, ...prerendered].map(({ path }) => root(path)));
const pages = new Set(prerendered.map(({ path }) => root(path)));

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([...cached].map(fresh))));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(dropOld().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(page(request, url.pathname));
  else if (cached.has(url.pathname)) event.respondWith(file(request, url.pathname));
});

/** A page has the same address in every build: the browser's own memory of an older one must not come in its place. */
const fresh = (path: string) => (pages.has(path) ? new Request(path, { cache: 'reload' }) : path);

async function dropOld(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
}

async function file(request: Request, path: string): Promise<Response> {
  return (await fromCache(path)) ?? fetch(request);
}

const fromCache = (path: string) => caches.match(path, { cacheName: CACHE });

/** The page from the network; without one, as it was cached with the rest of this version. */
async function page(request: Request, path: string): Promise<Response> {
  const answer = fetch(request).catch(() => undefined);
  if (!pages.has(path)) {
    const instead = OFFLINE_PAGES.get(path) ?? OFFLINE_PAGE;
    return (await answer) ?? (await fromCache(instead)) ?? Response.error();
  }
  const timely = await Promise.race([answer, after(NETWORK_TIMEOUT_MS)]);
  // A gateway without its server answers, too.
  return timely !== undefined && timely.status < 500
    ? timely
    : ((await fromCache(path)) ?? (await answer) ?? Response.error());
}

const after = (ms: number): Promise<undefined> => new Promise((resolve) => setTimeout(() => resolve(undefined), ms));
