import type { Page } from '@playwright/test';
import { DEFAULT_SETTINGS } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { violations } from './axe.ts';
import { alive, visitor } from './browser.ts';
import { shown } from './game-page.ts';
import { member } from './member.ts';
import { gather } from './players.ts';
import { scriptedGame } from './script.ts';
import { newCommandId } from './socket-client.ts';
import { useTestSite } from './test-site.ts';

const env = useTestSite();
/** The engine gives way to everything else on the machine. */
const PATIENT = { timeout: 120_000 };

const panel = (page: Page) => page.getByRole('dialog', { name: 'Review' });
const openReview = async (page: Page) => {
  await page.bringToFront();
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await panel(page).waitFor();
};
const ply = async (page: Page) => Number((await shown(page)).position.split(' ').at(-1));

test('a player has the finished game reviewed, steps through what turned it, and tries the better move', async () => {
  const faults: string[] = [];
  const party = await gather(env.browser, env.site.url, ['south', 'north'] as const, { setup: 'short' }, faults);
  const { moves } = scriptedGame('short', 8, 20);
  for (const [n, move] of moves.entries())
    await party.say(n % 2 === 0 ? 'south' : 'north', { type: 'move', ply: n + 1, ...move });
  const page = party.pages.south;
  await openReview(page);
  await panel(page).getByRole('button', { name: 'Review this game' }).click();
  await panel(page).getByRole('progressbar', { name: 'Progress of the review' }).waitFor();
  await page.locator('[data-review="done"]').waitFor(PATIENT);

  const summary = await panel(page).locator('.summary').textContent();
  expect(summary).toMatch(/^The turning point was move \d+: .*Accuracy: South \d+\s% and North \d+\s%\. .* won: .*\.$/);
  expect(
    await panel(page)
      .getByText(/turning points?$/)
      .count(),
  ).toBe(1);

  await page.keyboard.press(',');
  const turning = await ply(page);
  expect(turning).toBeLessThan(moves.length);
  await panel(page)
    .getByText(/^Better: /)
    .waitFor();
  expect(await page.locator('[data-arrow="best"]').count()).toBe(1);
  expect(await page.locator('[data-arrow="made"]').count()).toBe(1);
  await panel(page)
    .getByText(/^Turning point \d+ of \d+$/)
    .waitFor();
  expect(await page.locator('[data-ply] .sign').count()).toBeGreaterThan(0);
  await panel(page).getByRole('button', { name: 'Previous turning point' }).click();
  expect(await ply(page)).toBeLessThan(turning);
  await page.keyboard.press('.');
  expect(await ply(page)).toBe(turning);

  const slider = panel(page).getByRole('slider', { name: 'Chances through the game' });
  await slider.focus();
  await page.keyboard.press('ArrowLeft');
  expect(await ply(page)).toBe(turning - 1);
  expect(await slider.getAttribute('aria-valuetext')).toMatch(/^After move \d+: South \d+\s% and North \d+\s%$/);
  await panel(page).getByText('All moves as a table').click();
  expect(await panel(page).getByRole('row').count()).toBe(moves.length + 1);

  await page.keyboard.press('.');
  await panel(page)
    .getByText(/^Better: /)
    .waitFor();
  expect(await violations(page)).toEqual([]); // with a turning point, and the table
  const better = await page.locator('[data-arrow="best"]').getAttribute('data-to');
  await panel(page).getByRole('link', { name: 'Try it on the board' }).click();
  await page.waitForURL(/\/analysis\?game=/);
  await alive(page);
  await expect.poll(() => ply(page)).toBe(turning + 1);
  expect(await page.locator('[data-path*="1"]').count()).toBeGreaterThan(0); // a variation beside the game
  expect(better).not.toBeNull();

  const stranger = await visitor(env.browser, faults);
  await stranger.goto(party.url);
  await alive(stranger);
  await openReview(stranger);
  await stranger.locator('[data-review="done"]').waitFor();
  await stranger.keyboard.press('Escape');
  await panel(stranger).waitFor({ state: 'detached' });
  expect(await stranger.locator('[data-arrow]').count()).toBe(0);
  party.close();
  expect(faults).toEqual([]);
});

test('who plays a rated game is helped by no engine, and reads why, until it is over', async () => {
  const faults: string[] = [];
  const [ann, ben] = [
    await member(env.browser, env.site.url, 'Ann', faults),
    await member(env.browser, env.site.url, 'Ben', faults),
  ];
  const over = await gather(env.browser, env.site.url, ['south', 'north'] as const, {}, faults);
  await over.say('south', { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  await over.say('north', { type: 'move', ply: 2, from: 'e7', to: 'e6' });
  await over.say('north', { type: 'resign' });
  const time = { kind: 'clock', initialMs: 600_000, incrementMs: 0 } as const;
  const { gameId } = await ann.socket.ask('game:create', {
    commandId: newCommandId(),
    settings: { ...DEFAULT_SETTINGS, rated: true, time },
    side: 'south',
    reserved: [],
    from: null,
  });
  const say = ({ socket }: typeof ann, command: Parameters<typeof socket.ask<'game:command'>>[1]['command']) =>
    socket.ask('game:command', { gameId, commandId: newCommandId(), command });
  await say(ben, { type: 'sit', side: null });

  const { page } = ann;
  await page.goto(`${env.site.url}/analysis`);
  await alive(page);
  await page.getByRole('checkbox', { name: 'Analyse this position' }).check();
  const told = page.getByRole('region', { name: 'Engine' }).getByRole('status');
  await told.filter({ hasText: 'You are playing a rated game' }).waitFor();
  expect(await told.getByRole('link').getAttribute('href')).toBe(`/game/${gameId}`);
  expect(await page.locator('[data-arrow]').count()).toBe(0);
  await page.goto(over.url);
  await alive(page);
  await openReview(page);
  await panel(page).getByRole('button', { name: 'Review this game' }).click();
  await panel(page).getByText('You are playing a rated game.').waitFor();

  await say(ben, { type: 'resign' });
  await panel(page).getByRole('button', { name: 'Review this game' }).click();
  await page.locator('[data-review="done"]').waitFor(PATIENT);
  over.close();
  for (const { socket } of [ann, ben]) socket.close();
  expect(faults).toEqual([]);
});
