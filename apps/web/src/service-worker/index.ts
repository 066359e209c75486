import { first, onDemand } from 'virtual:offline-files';
import { version } from '$app/env';
import { assets, immutable, prerendered } from '$app/manifest';
import { self } from '$app/service-worker';
import './push.ts';
import { SHARE_PATH, share } from './share.ts';

/**
 * At installation it caches /offline, /local and their files; when a page is idle, the other prerendered pages and
 * files except the 3D board and a few pages that need the server. With data saver on, it caches only files that a page
 * loads. API responses are never cached. A new version waits until all pages of the old one are closed, then deletes
 * the old files.
 */

/** Pages and files whose addresses are the same in every build. */
const PAGES = `terrace pages ${version}`;
/** Files with a content hash in their names, for all versions: an update downloads only what has changed. */
const FILES = 'terrace files';

const OFFLINE_PAGE = '/offline';
/** Replacements for pages with a query in the address. */
const OFFLINE_PAGES = new Map([
  ['/analysis', '/offline/analysis'],
  ['/editor', '/offline/editor'],
]);
const FIRST_PAGES: readonly string[] = [OFFLINE_PAGE, '/local'];

/** If the network takes longer, a cached page is shown. */
const NETWORK_TIMEOUT_MS = 3000;

const root = (path: string) => (path.startsWith('/') ? path : `/${path}`);
const paths = (files: readonly { readonly path: string }[]) => files.map(({ path }) => root(path));
const hashed = new Set(paths(immutable));
/** Without their data files: when one cannot be loaded, a link loads the whole page instead. */
const pages = new Set(paths(prerendered).filter((path) => !path.endsWith('/__data.json')));
/** The pictures in the manifest are for browsers that have not installed the app. */
const staticFiles = paths(assets).filter((path) => !path.startsWith('/screenshots/'));
const cached = new Set([...hashed, ...staticFiles]);
const firstFiles = first.map(root).filter((path) => hashed.has(path));
const onDemandFiles = new Set(onDemand.map(root));

const savesData = (): boolean =>
  'connection' in self.navigator && Reflect.get(self.navigator.connection ?? {}, 'saveData') === true;

self.addEventListener('install', (event) => {
  if (!savesData()) event.waitUntil(cacheAll([...firstFiles, ...FIRST_PAGES]));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(deleteOld().then(() => self.clients.claim()));
});

self.addEventListener('message', (event) => {
  if (event.data === 'idle' && !savesData()) event.waitUntil(cacheRest());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method === 'POST' && url.origin === self.location.origin && url.pathname === SHARE_PATH)
    event.respondWith(share(request));
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(page(request, url.pathname));
  else if (cached.has(url.pathname)) event.respondWith(file(request, url.pathname, (work) => event.waitUntil(work)));
});

const openCacheOf = (path: string) => caches.open(hashed.has(path) ? FILES : PAGES);
const fromCache = async (path: string) => (await openCacheOf(path)).match(path);

async function cacheAll(wanted: readonly string[]): Promise<void> {
  await Promise.all(wanted.map(cacheOne));
}

async function cacheOne(path: string): Promise<void> {
  const cache = await openCacheOf(path);
  if ((await cache.match(path)) !== undefined) return;
  // The browser's HTTP cache may contain a page or picture from an older build.
  const request = new Request(path, { cache: hashed.has(path) ? 'default' : 'reload', priority: 'low' });
  if (pages.has(path)) await cache.put(path, await ofThisVersion(await fetch(request)));
  else await cache.add(request);
}

/** While two versions run, the server may send a page whose files are not cached here. @throws Error then */
async function ofThisVersion(answer: Response): Promise<Response> {
  const html = await answer.clone().text();
  if (!answer.ok || !html.includes(`version: ${JSON.stringify(version)}`)) throw new Error('a page of another version');
  return answer;
}

/** Downloads one file at a time, so that requests of the page do not wait. After a failure, a later page continues. */
async function cacheRest(): Promise<void> {
  const files = [...hashed].filter((path) => !onDemandFiles.has(path));
  for (const path of [...files, ...staticFiles, ...pages]) await cacheOne(path);
}

async function deleteOld(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== PAGES && name !== FILES).map((name) => caches.delete(name)));
  const files = await caches.open(FILES);
  const old = (await files.keys()).filter(({ url }) => !hashed.has(new URL(url).pathname));
  await Promise.all(old.map((request) => files.delete(request)));
}

async function file(request: Request, path: string, inBackground: (work: Promise<void>) => void): Promise<Response> {
  const known = await fromCache(path);
  if (known !== undefined) return known;
  const answer = await fetch(request);
  if (answer.status === 200) {
    const copy = answer.clone();
    // When storage is full, the file is loaded from the network again.
    inBackground(openCacheOf(path).then((cache) => cache.put(path, copy).catch(() => undefined)));
  }
  return answer;
}

/** Serves a page from the network, or offline from the cache. */
async function page(request: Request, path: string): Promise<Response> {
  const answer = fetch(request).catch(() => undefined);
  if (!pages.has(path)) return (await answer) ?? (await withoutNetwork(OFFLINE_PAGES.get(path)));
  const timely = await Promise.race([answer, after(NETWORK_TIMEOUT_MS)]);
  // A gateway whose server is down also answers.
  if (timely !== undefined && timely.status < 500) return timely;
  return (await fromCache(path)) ?? (await answer) ?? withoutNetwork(undefined);
}

const withoutNetwork = async (instead: string | undefined): Promise<Response> =>
  (instead && (await fromCache(instead))) || ((await fromCache(OFFLINE_PAGE)) ?? Response.error());

const after = (ms: number): Promise<undefined> => new Promise((resolve) => setTimeout(() => resolve(undefined), ms));
