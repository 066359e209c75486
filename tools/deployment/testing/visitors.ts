import { setTimeout as delay } from 'node:timers/promises';

/** A browser without scripts: it keeps its cookies. */
export function openVisitor(site: string) {
  const cookies = new Map<string, string>();
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return {
    cookie,
    async ask(path: string, body?: object): Promise<Response> {
      const response = await fetch(`${site}${path}`, {
        headers: {
          accept: path.startsWith('/api/') ? 'application/json' : 'text/html',
          cookie: cookie(),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      });
      for (const set of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        cookies.set(name, value);
      }
      return response;
    },
  };
}

type Visitor = ReturnType<typeof openVisitor>;

/** What failed: the page itself, or its scripts and styles. */
type Failures = { readonly page: readonly string[]; readonly files: readonly string[] };

/** The first words of a page, which show whether a server or the proxy wrote it. */
const textOf = (html: string): string =>
  html
    .replaceAll(/(?:<(style|script).*?<\/\1>|<[^>]*>|\s)+/gs, ' ')
    .trim()
    .slice(0, 200);

/** Loads a page and the scripts and styles that it names. */
async function loadOnce({ ask }: Visitor, path: string): Promise<Failures> {
  const page = await ask(path);
  const html = await page.text();
  if (!page.ok) return { page: [`${path}: ${page.status} ${textOf(html)}`], files: [] };
  const files = [...new Set(html.match(/\/_app\/immutable\/[\w./-]+\.(?:js|css)/g))];
  if (files.length === 0) return { page: [`${path}: no scripts`], files: [] };
  const answers = await Promise.all(
    files.map(async (file) => {
      const { ok, status, body } = await ask(file);
      await body?.cancel();
      return ok ? [] : [`${file} of ${path}: ${status}`];
    }),
  );
  return { page: [], files: answers.flat() };
}

export type PageLoads = { loaded: number; reloaded: number; readonly broken: string[] };

/** Loads pages as new visitors until the signal. A page that misses a script loads itself again, once. */
export async function keepLoading(site: string, pauseMs: number, until: AbortSignal): Promise<PageLoads> {
  const loads: PageLoads = { loaded: 0, reloaded: 0, broken: [] };
  const paths = ['/', '/leaderboard', '/learn'];
  while (!until.aborted) {
    const visitor = openVisitor(site);
    const path = paths[loads.loaded % paths.length] ?? '/';
    loads.loaded += 1;
    try {
      const first = await loadOnce(visitor, path);
      loads.broken.push(...first.page);
      if (first.files.length > 0) {
        loads.reloaded += 1;
        const second = await loadOnce(visitor, path);
        loads.broken.push(...second.page, ...second.files);
      }
    } catch (error) {
      loads.broken.push(`${path}: ${error}`);
    }
    await delay(pauseMs);
  }
  return loads;
}
