import type { ConsoleMessage, Page } from '@playwright/test';
import { type Command, DEFAULT_SETTINGS } from '@terrace/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violations } from './axe.ts';
import { alive, visitor } from './browser.ts';
import { type Member, member } from './member.ts';
import { newCommandId } from './socket-client.ts';
import { useTestSite } from './test-site.ts';

const env = useTestSite();
const faults: string[] = [];
const titles = new Map<string, string>();
let guest: Page;
let ann: Member;
beforeAll(async () => {
  guest = await visitor(env.browser, faults);
  ann = await member(env.browser, env.site.url, 'Ann', faults);
  for (const page of [guest, ann.page]) {
    page.on('console', (message) => {
      if (message.type() === 'error' && !isOwnRefusal(page, message)) faults.push(`${page.url()}: ${message.text()}`);
    });
  }
});
afterAll(() => {
  ann.socket.close();
  expect(new Set(titles.values()).size, [...titles.values()].join('\n')).toBe(titles.size);
});

/** Browsers log it as an error when the page itself is answered with 403 or 404. */
const isOwnRefusal = (page: Page, message: ConsoleMessage) =>
  message.text().startsWith('Failed to load resource') && message.location().url === page.url();

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
  '/players/Ann': 200,
  '/login': 200,
  '/settings': 200,
  '/settings/account': 200,
  '/api': 200,
  '/about': 200,
  '/privacy': 200,
  '/offline': 200,
  '/moderation': 403,
  '/nowhere': 404,
  '/players/%E0%A4%A': 404, // what is no encoding is read as it is written
};

test("the API's description is found from the settings, and on a phone from every page", async () => {
  await guest.goto(`${env.site.url}/settings`);
  await alive(guest);
  await guest.getByRole('link', { name: 'API' }).click();
  await guest.waitForURL('**/api');
  const phone = await visitor(env.browser, faults);
  await phone.setViewportSize({ width: 390, height: 844 });
  await phone.goto(env.site.url);
  await alive(phone);
  expect(await phone.getByRole('link', { name: 'Moderation' }).count()).toBe(0);
  await phone.getByRole('button', { name: 'Menu' }).click();
  await phone.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'API' }).click();
  await phone.waitForURL('**/api');
  await phone.close();
});

/** What is shown beside a link to the page: a title, a sentence, and a picture that is there. */
async function expectPreview(page: Page): Promise<string> {
  const head = (selector: string, attribute: string) => page.locator(`head ${selector}`).getAttribute(attribute);
  const said = (name: string) => head(`meta[property="og:${name}"]`, 'content');
  const about = await said('description');
  expect(await said('title')).not.toBe('');
  expect(about?.length).toBeGreaterThan(20);
  expect(await head('meta[name="description"]', 'content')).toBe(about);
  expect(await head('link[rel="canonical"]', 'href')).toBe(await said('url'));
  expect(await head('meta[name="twitter:card"]', 'content')).toBe('summary_large_image');
  const picture = (await said('image')) ?? '';
  expect(picture.startsWith(`${env.site.url}/preview/`), picture).toBe(true);
  const bytes = await pictureAt(picture);
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
  return picture;
}

async function pictureAt(address: string): Promise<Buffer> {
  const answer = await fetch(address);
  expect(answer.status, address).toBe(200);
  expect(answer.headers.get('content-type')).toBe('image/png');
  expect(answer.headers.get('cache-control')).toMatch(/^public, max-age=/);
  expect(answer.headers.getSetCookie()).toEqual([]);
  return Buffer.from(await answer.arrayBuffer());
}

test('a link to a game shows its position: another after a move, and once it is over one for good', async () => {
  const { gameId } = await ann.socket.ask('game:create', {
    ...{ commandId: newCommandId(), settings: DEFAULT_SETTINGS, side: 'south', reserved: [], from: null },
  });
  const command = (member: Member, made: Command) =>
    member.socket.ask('game:command', { gameId, commandId: newCommandId(), command: made });
  const address = `${env.site.url}/game/${gameId}`;
  const previewNow = async () => {
    const html = await (await fetch(address, { headers: { 'accept-language': 'de' } })).text();
    const of = (name: string) => new RegExp(`property="og:${name}" content="([^"]*)"`).exec(html)?.[1] ?? '';
    return { title: of('title'), about: of('description'), picture: of('image').replaceAll('&amp;', '&') };
  };
  expect((await previewNow()).about).toContain('Ann');
  const ben = await member(env.browser, env.site.url, 'Ben', faults);
  await command(ben, { type: 'sit', side: null });
  const before = await previewNow();
  expect(before).toMatchObject({ title: 'Ann – Ben', about: expect.stringContaining('Gerade im Gang') });
  const first = await pictureAt(before.picture);
  await command(ann, { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  const after = await previewNow();
  expect(after.picture).not.toBe(before.picture);
  expect((await pictureAt(after.picture)).equals(first)).toBe(false);
  await command(ben, { type: 'resign' });
  const over = await previewNow();
  expect((await fetch(over.picture)).headers.get('cache-control')).toContain('immutable');
  ben.socket.close();
  expect((await fetch(`${env.site.url}/preview/game/AbCdEfGhIjKl.png`)).status).toBe(404);
  expect((await fetch(`${env.site.url}/preview/page/nothing.png`)).status).toBe(404);
});

test.each(Object.entries(ADDRESSES))('%s has a title and a heading of its own, and no flaw', async (path, status) => {
  const page = path === '/settings/account' ? ann.page : guest;
  const answer = await page.goto(env.site.url + path);
  expect(answer?.status()).toBe(status);
  await alive(page);
  titles.set(path, await page.title());
  expect(await page.locator('h1').count()).toBe(1);
  expect(await page.locator('main').count()).toBe(1);
  await expectPreview(page);
  expect(await violations(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test('a fault in a part that wakes by itself is told to the reader, as one in the page is', async () => {
  const page = await visitor(env.browser, []);
  await page.addInitScript(() => {
    const { matchMedia } = window;
    window.matchMedia = (query) => {
      if (query === '(max-width: 699px)') throw new Error('This browser cannot tell how wide it is.');
      return matchMedia.call(window, query);
    };
  });
  await page.goto(env.site.url);
  await page.getByRole('heading', { name: 'That broke on our side.' }).waitFor();
  await page.context().close();
});
