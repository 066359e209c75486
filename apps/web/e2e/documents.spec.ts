/** Documents of the server, requested without a browser: status codes, titles, previews and caching. */
import { expect, test } from './fixtures/test.ts';

const ADDRESSES = {
  '/': 200,
  '/watch': 200,
  '/analysis': 200,
  '/editor': 200,
  '/local': 200,
  '/learn': 200,
  '/learn/rules': 200,
  '/archive': 200,
  '/leaderboard': 200,
  '/login': 200,
  '/settings': 200,
  '/api': 200,
  '/about': 200,
  '/about/history': 200,
  '/privacy': 200,
  '/offline': 200,
  '/moderation': 403,
  '/nowhere': 404,
  '/players/%E0%A4%A': 404, // an invalid encoding is taken literally
};

const read = async (address: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(address, { headers: { accept: 'text/html,*/*', ...headers } });
  return { answer, html: await answer.text() };
};
const count = (html: string, element: string) => [...html.matchAll(new RegExp(`<${element}[\\s>]`, 'g'))].length;
const attribute = (html: string, element: RegExp) => element.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
const property = (html: string, name: string) =>
  attribute(html, new RegExp(`<meta property="og:${name}" content="([^"]*)"`));

const statusOf = async (address: string): Promise<number> => (await fetch(address)).status;

/** On a busy machine, the process of the pages may first answer that it is busy. */
async function pictureAt(address: string): Promise<Buffer> {
  let answer = await fetch(address);
  await expect
    .poll(async () => {
      if (answer.status === 503) answer = await fetch(address);
      return answer.status;
    }, address)
    .toBe(200);
  expect(answer.headers.get('content-type')).toBe('image/png');
  expect(answer.headers.get('cache-control')).toMatch(/^public, max-age=/);
  expect(answer.headers.getSetCookie()).toEqual([]);
  return Buffer.from(await answer.arrayBuffer());
}

/** The title of the document at `path`, once its headings and its preview are checked. */
async function titleOf(site: string, path: string, { html }: { readonly html: string }): Promise<string> {
  const title = attribute(html, /<title>([^<]*)<\/title>/);
  expect(title, path).not.toBe('');
  expect([count(html, 'h1'), count(html, 'main')], `headings and main parts of ${path}`).toEqual([1, 1]);
  const description = property(html, 'description');
  expect(property(html, 'title'), path).not.toBe('');
  expect(description.length, path).toBeGreaterThan(20);
  expect(attribute(html, /<meta name="description" content="([^"]*)"/), path).toBe(description);
  expect(attribute(html, /<link rel="canonical" href="([^"]*)"/), path).toBe(property(html, 'url'));
  expect(attribute(html, /<meta name="twitter:card" content="([^"]*)"/), path).toBe('summary_large_image');
  const picture = property(html, 'image');
  expect(picture.startsWith(`${site}/preview/`), picture).toBe(true);
  const bytes = await pictureAt(picture);
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], picture).toEqual([1200, 630]);
  return title;
}

test('every page has the right status, its own title, one heading and a preview', async ({ site, newMember }) => {
  const ann = await newMember('Ann');
  const cookies = await ann.page.context().cookies(site.url);
  const signedIn = { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') };
  const titles: string[] = [];
  for (const [path, status] of Object.entries({ ...ADDRESSES, [`/players/${ann.name}`]: 200 })) {
    const document = await read(site.url + path);
    expect(document.answer.status, path).toBe(status);
    titles.push(await titleOf(site.url, path, document));
  }
  const account = await read(`${site.url}/settings/account`, signedIn);
  expect(account.answer.status).toBe(200);
  titles.push(await titleOf(site.url, '/settings/account', account));
  expect(new Set(titles).size, titles.join('\n')).toBe(titles.length);
});

test('the preview of a game link shows its position and changes with each move until the game ends', async ({
  site,
  newMember,
}) => {
  const [ann, ben] = [await newMember('Ann'), await newMember('Ben')];
  const gameId = await ann.create({}, 'south');
  const preview = async () => {
    const { html } = await read(`${site.url}/game/${gameId}`, { 'accept-language': 'de' });
    return { title: property(html, 'title'), about: property(html, 'description'), picture: property(html, 'image') };
  };
  const waiting = await preview();
  expect(waiting.about).toContain(ann.name);
  await ben.commandOrThrow(gameId, { type: 'sit', side: null });
  const before = await preview();
  expect(before).toMatchObject({
    title: `${ann.name} – ${ben.name}`,
    about: expect.stringContaining('Gerade im Gang'),
  });
  const first = await pictureAt(before.picture);
  await ann.commandOrThrow(gameId, { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  const after = await preview();
  expect(after.picture).not.toBe(before.picture);
  const second = await pictureAt(after.picture);
  expect(second.equals(first)).toBe(false);
  await ben.commandOrThrow(gameId, { type: 'resign' });
  const { picture } = await preview();
  const last = await fetch(picture);
  expect(last.headers.get('cache-control')).toContain('immutable');
  for (const unknown of ['game/AbCdEfGhIjKl.png', 'page/nothing.png']) {
    const status = await statusOf(`${site.url}/preview/${unknown}`);
    expect(status, unknown).toBe(404);
  }
});

test('a rendered page makes a new visitor a guest, and no cache stores it', async ({ site }) => {
  for (const path of ['/', '/watch', '/archive?player=Nobody', '/nowhere', '/login?reset=token']) {
    const { answer } = await read(site.url + path);
    expect(answer.headers.getSetCookie(), path).toEqual([expect.stringMatching(/^terrace_session=.*HttpOnly/)]);
    expect(answer.headers.get('cache-control'), path).toBe('private, no-store');
    const cookie = answer.headers
      .getSetCookie()
      .map((each) => each.split(';')[0] ?? '')
      .join();
    const again = await read(site.url + path, { cookie });
    expect(again.answer.headers.getSetCookie(), path).toEqual([]);
    expect(again.answer.headers.get('cache-control'), path).toBe('private, no-cache');
  }
});

test('a prerendered page or a file makes no new visitor a guest', async ({ site }) => {
  for (const path of [
    '/learn',
    '/learn/rules',
    '/local',
    '/local?x',
    '/offline',
    '/favicon.svg',
    '/manifest.webmanifest',
  ]) {
    const { answer } = await read(site.url + path);
    expect(answer.status, path).toBe(200);
    expect(answer.headers.getSetCookie(), path).toEqual([]);
  }
});

test('no cache stores the version file that open pages request', async ({ site }) => {
  const answer = await fetch(`${site.url}/_app/version.json`);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  const version: unknown = await answer.json();
  expect(version).toEqual({ version: expect.any(String) });
});
