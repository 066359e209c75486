import type { Page } from '@playwright/test';
import { goTo, waitUntilReady } from './browser.ts';
import { expect, test } from './fixtures/test.ts';

/** The review engine runs at low priority. */
const SLOW = { timeout: 60_000 };
/**
 * A game of the setup "medium" whose last three moves are turning points: North leaves an arrival open, South does not
 * arrive, and North leaves it open again. All other moves are the engine's.
 */
const MOVES = [
  'b1-c2 g8-f7 c1-b1 f8-g8 b1-a1 g8-h8 d1-c1 e8-f8 c2-d3',
  'f8-g8 c1-b1 d8-d5 g1-g2 f7-e6 e1-e4 e6-f5 e4-e5 f5-f6',
].flatMap((half) => half.split(' '));
const TURNING = MOVES.length; // the ply of the last turning point

const panel = (page: Page) => page.getByRole('dialog', { name: 'Review' });
const atPly = (page: Page, ply: number) =>
  expect(page.locator('[data-position]').first()).toHaveAttribute('data-position', new RegExp(` ${ply}$`));
const arrows = (page: Page) => page.locator('[data-arrow]');
const requestReview = (page: Page) => panel(page).getByRole('button', { name: 'Review this game' }).click();

async function openReview(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await expect(panel(page)).toBeVisible();
}

test('a review is created, its turning point opens the analysis, and other visitors read the same review', async ({
  createGame,
  visit,
}) => {
  const game = await createGame(['south', 'north'] as const, { setup: 'medium' });
  for (const [n, move] of MOVES.entries()) {
    const [from = '', to = ''] = move.split('-');
    await game.sendCommand(n % 2 === 0 ? 'south' : 'north', { type: 'move', ply: n + 1, from, to });
  }
  await game.sendCommand('south', { type: 'resign' });
  const page = game.pages.south;
  await page.bringToFront();
  await openReview(page);
  await requestReview(page);
  await expect(page.locator('[data-review="done"]')).toBeAttached(SLOW);
  await expect(panel(page).locator('.summary')).toHaveText(
    /^The turning point was move \d+: .*Accuracy: South \d+\s% and North \d+\s%\. .* won: .*\.$/,
  );

  await page.keyboard.press(',');
  await atPly(page, TURNING);
  await expect(panel(page).getByText(/^Better: /)).toBeVisible();
  await expect(page.locator('[data-arrow="best"]')).toBeAttached();
  await expect(page.locator('[data-arrow="made"]')).toBeAttached();
  await expect(panel(page).getByText(/^Turning point 3 of 3$/)).toBeVisible();
  await expect(page.locator('[data-ply] .sign').first()).toBeVisible();
  await panel(page).getByRole('button', { name: 'Previous turning point' }).click();
  await atPly(page, TURNING - 1);
  await page.keyboard.press('.');
  await atPly(page, TURNING);

  const slider = panel(page).getByRole('slider', { name: 'Chances through the game' });
  await slider.focus();
  await page.keyboard.press('ArrowLeft');
  await atPly(page, TURNING - 1);
  await expect(slider).toHaveAttribute('aria-valuetext', /^After move \d+: South \d+\s% and North \d+\s%$/);
  await panel(page).getByText('All moves as a table').click();
  await expect(panel(page).getByRole('row')).toHaveCount(MOVES.length + 1);

  await page.keyboard.press('.');
  await atPly(page, TURNING);
  await panel(page).getByRole('link', { name: 'Try it on the board' }).click();
  await expect(page).toHaveURL(/\/analysis\?game=/);
  await waitUntilReady(page);
  await atPly(page, TURNING + 1);
  await expect(page.locator('[data-path*="1"]').first()).toBeVisible(); // a variation next to the game

  const stranger = await visit(`/game/${game.id}`);
  await openReview(stranger);
  await expect(stranger.locator('[data-review="done"]')).toBeAttached();
  await stranger.keyboard.press('Escape');
  await expect(panel(stranger)).toHaveCount(0);
  await expect(arrows(stranger)).toHaveCount(0);
});

test('engine help is disabled with a reason during a rated game, and available once the game is over', async ({
  site,
  newMember,
  newGuest,
  pageErrors,
}) => {
  pageErrors.allow(/status of 403 .*\/review$/);
  const [ann, ben, south, north] = [await newMember('Ann'), await newMember('Ben'), await newGuest(), await newGuest()];
  const finished = await south.create({}, 'south');
  await north.commandOrThrow(finished, { type: 'sit', side: null });
  await south.commandOrThrow(finished, { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  await north.commandOrThrow(finished, { type: 'move', ply: 2, from: 'e7', to: 'e6' });
  await north.commandOrThrow(finished, { type: 'resign' });
  const time = { kind: 'clock', initialMs: 600_000, incrementMs: 0 } as const;
  const gameId = await ann.create({ rated: true, time }, 'south');
  await ben.commandOrThrow(gameId, { type: 'sit', side: null });

  const { page } = ann;
  await goTo(page, `${site.url}/analysis`);
  await page.getByRole('checkbox', { name: 'Analyse this position' }).check();
  const status = page.getByRole('region', { name: 'Engine' }).getByRole('status').first();
  await expect(status).toContainText("You're playing a rated game.");
  await expect(status.getByRole('link')).toHaveAttribute('href', `/game/${gameId}`);
  await expect(arrows(page)).toHaveCount(0);
  await goTo(page, `${site.url}/game/${finished}`);
  await openReview(page);
  await requestReview(page);
  await expect(panel(page).getByText("You're playing a rated game.")).toBeVisible();

  await ben.commandOrThrow(gameId, { type: 'resign' });
  await requestReview(page);
  await expect(page.locator('[data-review="done"]')).toBeAttached(SLOW);
});
