import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { violations } from './axe.ts';
import { alive, visitor } from './browser.ts';
import { shown } from './game-page.ts';
import { gather } from './players.ts';
import { useTestSite } from './test-site.ts';

const env = useTestSite();
const time = { kind: 'clock', initialMs: 600_000, incrementMs: 0 } as const;
const button = (page: Page) => page.getByRole('button', { name: 'Play from here' });

test('"Play from here" opens a table with both sides where a resigned game ended', async () => {
  const faults: string[] = [];
  const party = await gather(env.browser, env.site.url, ['south', 'north'] as const, { time }, faults);
  await party.say('south', { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  await party.say('north', { type: 'move', ply: 2, from: 'e7', to: 'e6' });
  await party.say('north', { type: 'resign' });
  const { south } = party.pages;
  await south.locator('[data-part="ending"]').waitFor();
  const [placement] = (await shown(south)).position.split(' ');
  expect(await button(south).getAttribute('aria-disabled')).toBe('false');
  await button(south).click();
  await south.waitForURL((url) => url.href !== party.url);
  await alive(south);
  await south.getByText('Only people with this link can join.').waitFor();
  await expect.poll(async () => (await shown(south)).position).toBe(`${placement} s sn 0 1`);
  party.close();
  expect(faults).toEqual([]);
});

test('"Play from here" is disabled where a game is decided on the board, and says why', async () => {
  const faults: string[] = [];
  const position = '8/8/8/8/8/2d5/1T6/7t s sn 0 1';
  const settings = { setup: 'custom', position, time } as const;
  const party = await gather(env.browser, env.site.url, ['south', 'north'] as const, settings, faults);
  await party.say('south', { type: 'move', ply: 1, from: 'c3', to: 'b2' });
  const { north } = party.pages;
  await north.locator('[data-part="ending"]').waitFor();
  expect(await button(north).getAttribute('aria-disabled')).toBe('true');
  expect(await button(north).getAttribute('title')).toMatch(/^The game is already decided here/);
  await button(north).press('Enter');
  await north.getByRole('status').filter({ hasText: 'already decided here' }).waitFor();
  expect(await violations(north)).toEqual([]);
  party.close();
  expect(faults).toEqual([]);
});

test('the analysis of a resigned game offers to play from its end, and imports records of AbstractPlay', async () => {
  const faults: string[] = [];
  const party = await gather(env.browser, env.site.url, ['south', 'north'] as const, { time }, faults);
  await party.say('south', { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  await party.say('north', { type: 'resign' });
  party.close();
  const page = await visitor(env.browser, faults);
  await page.goto(`${env.site.url}/analysis?game=${party.id}`);
  await alive(page);
  const link = page.getByRole('link', { name: 'Play from here' });
  expect(await link.getAttribute('href')).toContain('position=DDCCBBAT/AABBCCDD/8/8/8/3c4/ddc1bbaa/tabbccdd+n+sn+0+1');
  const header = {
    game: { name: 'Terrace', variants: ['board-8', 'long'] },
    players: [{ name: 'Ann' }, { name: 'Ben' }],
  };
  await page.getByLabel('Paste a position').fill(JSON.stringify({ header, moves: [['3d2-d3', '3e7-e6']] }));
  await page.getByRole('button', { name: 'Import text' }).click();
  await page.getByRole('status').filter({ hasText: 'A record of 2 moves.' }).waitFor();
  expect(faults).toEqual([]);
});
