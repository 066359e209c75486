import type { Page } from '@playwright/test';
import { messages } from '@terrace/messages';
import { DEFAULT_SETTINGS } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { violations } from './axe.ts';
import { alive, visitor } from './browser.ts';
import { nameOf } from './chat.ts';
import { reaches } from './game-page.ts';
import { connectSocket, newCommandId } from './socket-client.ts';
import { useTestSite } from './test-site.ts';

const env = useTestSite();

async function come(faults: string[], path = '/'): Promise<Page> {
  const page = await visitor(env.browser, faults);
  await page.goto(env.site.url + path);
  await alive(page);
  return page;
}

test('three who choose the same are brought to one game, and one who gives up waiting is not', async () => {
  const faults: string[] = [];
  const pages = await Promise.all([1, 2, 3, 4].map(() => come(faults)));
  const [first, second, third, fourth] = pages as [Page, Page, Page, Page];
  const seek = async (page: Page) => {
    await page.getByRole('radio', { name: 'Three' }).check({ force: true });
    await page.getByRole('button', { name: /^Play a person/ }).click();
    await page.getByText('Looking for 2 others').waitFor();
  };
  await seek(fourth);
  await fourth.getByRole('button', { name: 'Cancel' }).click();
  await fourth.getByRole('button', { name: /^Play a person/ }).waitFor();
  await seek(first);
  await seek(second);
  await first.getByText('One more waits for this.').waitFor();
  await third.getByRole('radio', { name: 'Three' }).check({ force: true });
  await third.getByRole('button', { name: 'Play a person 2 waiting' }).click();
  const playing = [first, second, third];
  await Promise.all(playing.map((page) => page.waitForURL(/\/game\/\w+/)));
  expect(new Set(playing.map((page) => page.url())).size).toBe(1);
  await Promise.all(playing.map((page) => reaches(page, 5))); // created, three times seated, started
  expect(new URL(fourth.url()).pathname).toBe('/');
  expect(faults).toEqual([]);
});

test('an invitation is heard, and at a game it covers no board', async () => {
  const faults: string[] = [];
  const host = await visitor(env.browser, faults);
  const reader = await visitor(env.browser, faults);
  await reader.addInitScript(() => {
    const { createOscillator } = AudioContext.prototype;
    AudioContext.prototype.createOscillator = function heard() {
      document.documentElement.dataset.heard = 'true';
      return createOscillator.call(this);
    };
  });
  await reader.goto(`${env.site.url}/local`);
  await alive(reader);
  await reader.getByRole('button', { name: 'Start the game' }).click(); // which also allows sound
  const [socket] = await Promise.all([host, reader].map((page) => connectSocket(page.context(), env.site.url)));
  await socket?.ask('game:create', {
    commandId: newCommandId(),
    settings: DEFAULT_SETTINGS,
    side: 'south',
    reserved: [{ side: 'north', name: await nameOf(reader, env.site.url) }],
    from: null,
  });
  const bar = reader.getByRole('region', { name: 'Invitation' });
  await bar.waitFor();
  await reader.waitForSelector('html[data-heard]');
  for (const size of [
    { width: 1280, height: 800 },
    { width: 360, height: 740 },
  ]) {
    await reader.setViewportSize(size);
    const [over, under] = await Promise.all([bar.boundingBox(), reader.locator('[data-position]').boundingBox()]);
    expect(over && under && meet(over, under)).toBe(false);
  }
  expect(await violations(reader)).toEqual([]);
  expect(faults).toEqual([]);
});

test('a challenge finds its reader on any page; one is accepted, another declined', async () => {
  const faults: string[] = [];
  const [host, reader] = [await come(faults), await come(faults, '/leaderboard')];
  const [hostName, name] = [await nameOf(host, env.site.url), await nameOf(reader, env.site.url)];
  await host.getByRole('button', { name: 'Show names' }).click();
  await host.getByLabel('Search by name').fill(name);
  const challenge = async () => {
    const panel = host.getByRole('region', { name: 'Open your own table' });
    expect(await panel.getByRole('textbox', { name: 'Another seat, 1' }).inputValue()).toBe(name);
    await panel.getByRole('button', { name: 'Open table' }).click();
    await host.waitForURL(/\/game\/\w+/);
  };
  await host.getByRole('button', { name: `Challenge ${name}` }).click();
  await challenge();
  const invitation = reader.getByRole('region', { name: 'Invitation' });
  await invitation.getByText(`${hostName} challenges you`).waitFor();
  expect(await violations(reader)).toEqual([]);
  await invitation.getByRole('button', { name: 'Decline' }).click();
  await invitation.waitFor({ state: 'detached' });
  await host.getByText(`kept for ${name}`).waitFor({ state: 'detached' });

  await host.goto(`${env.site.url}/?challenge=${name}`);
  await alive(host);
  await challenge();
  await invitation.getByRole('button', { name: 'Accept' }).click();
  await reader.waitForURL(host.url());
  await Promise.all([host, reader].map((page) => reaches(page, 5))); // created, seated, reserved, seated, started
  expect(faults).toEqual([]);
});

test('live boards follow their games in the lobby and on the page of live games, until they are over', async () => {
  const faults: string[] = [];
  const [watcher, south, north] = [await come(faults), await come(faults, '/learn'), await come(faults, '/learn')];
  const sockets = await Promise.all([south, north].map((page) => connectSocket(page.context(), env.site.url)));
  const [one, other] = sockets as [(typeof sockets)[0], (typeof sockets)[0]];
  const settings = { ...DEFAULT_SETTINGS, setup: 'short' } as const;
  const wish = { commandId: newCommandId(), settings, side: 'south', reserved: [], from: null } as const;
  const { gameId } = await one.ask('game:create', { ...wish, reserved: [] });
  const say = (socket: typeof one, command: Parameters<typeof one.ask<'game:command'>>[1]['command']) =>
    socket.ask('game:command', { gameId, commandId: newCommandId(), command });
  await say(other, { type: 'sit', side: null });
  const small = watcher.locator(`[data-live="${gameId}"]`);
  await small.waitFor();
  await say(one, { type: 'move', ply: 1, from: 'c1', to: 'c2' });
  await watcher.locator(`[data-live="${gameId}"][data-position*=" n sn "]`).waitFor();
  expect(await violations(watcher)).toEqual([]);

  await watcher.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Watch' }).click();
  await watcher.waitForURL(/\/watch$/);
  await watcher.getByRole('radio', { name: 'Two' }).check({ force: true });
  await small.waitFor();
  await say(other, { type: 'move', ply: 2, from: 'c8', to: 'c7' });
  await watcher.locator(`[data-live="${gameId}"][data-position*=" s sn "]`).waitFor();
  expect(await violations(watcher)).toEqual([]);
  await watcher.getByRole('radio', { name: 'Four' }).check({ force: true });
  await watcher.getByText('No game of this kind goes on now.').waitFor();
  await watcher.getByRole('radio', { name: 'Any' }).check({ force: true });
  await small.waitFor();
  await say(other, { type: 'resign' });
  await small.waitFor({ state: 'detached' });
  for (const socket of sockets) socket.close();
  expect(faults).toEqual([]);
});

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

const meet = (a: Box, b: Box): boolean =>
  Math.min(a.x + a.width, b.x + b.width) > Math.max(a.x, b.x) &&
  Math.min(a.y + a.height, b.y + b.height) > Math.max(a.y, b.y);

test('a hidden page does not load the list of who is online, and loads it when it is shown again', async () => {
  const faults: string[] = [];
  const page = await visitor(env.browser, faults);
  await page.clock.install();
  let loads = 0;
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      if (payload.includes('online:list')) loads++;
    }),
  );
  const show = (state: 'hidden' | 'visible') =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await page.goto(env.site.url);
  await alive(page);
  await page.getByRole('button', { name: messages.online.show }).click();
  await page.clock.runFor(1000);
  await expect.poll(() => loads).toBe(1);
  await show('hidden');
  await page.clock.runFor(35_000);
  expect(loads).toBe(1);
  await show('visible');
  await page.clock.runFor(1000);
  await expect.poll(() => loads).toBe(2);
  expect(faults).toEqual([]);
});
