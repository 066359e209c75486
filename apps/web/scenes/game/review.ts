import type { Page } from '@playwright/test';
import { scriptedGame } from '../../e2e/script.ts';
import { gamePage } from '../fixtures/game-page.ts';
import { startedGame } from '../fixtures/played-game.ts';
import { reviewOf } from '../fixtures/review.ts';
import type { Scenes } from '../scene.ts';
import { press } from './steps.ts';

const open = (status: 'none' | 'done') => async (page: Page) => {
  await press('v')(page);
  await page.locator(`[data-review="${status}"]`).waitFor();
};

/** Opens the review at the turning point before the end. */
const openTurningPoint = async (page: Page) => {
  await open('done')(page);
  await press(',')(page);
  await page.locator('[data-arrow="best"]').waitFor({ state: 'attached' });
};

const two = () =>
  startedGame('short').moves(...scriptedGame('short', 16, 40).moves.map(({ from, to }) => `${from}-${to}`));

const four = () => {
  const game = startedGame('four').playRandomMoves(16);
  for (const side of ['north', 'west', 'east'] as const) game.send(side, { type: 'resign' });
  return game;
};

const reviewed = (game: ReturnType<typeof two>, side: 'north' | 'south') =>
  gamePage(game, side, { review: { status: 'done', review: reviewOf(game) } });

/** The review of a finished game: offered, at the end, and at a turning point; with four seats also its table. */
export const reviewScenes: Scenes = {
  'review-asked': () => ({ ...gamePage(two(), 'north'), steps: open('none') }),
  review: () => ({ ...reviewed(two(), 'north'), otherOnPhone: true, steps: open('done') }),
  'review-turning': () => ({ ...reviewed(two(), 'north'), steps: openTurningPoint }),
  'review-four': () => ({
    ...reviewed(four(), 'south'),
    steps: async (page) => {
      await open('done')(page);
      await press(',')(page);
      await page.locator('[data-review] summary').click();
    },
  }),
};
