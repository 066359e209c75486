import type { Page } from '@playwright/test';
import { isThorough } from '../../../tools/testing/suite.ts';
import { board } from './board-state.ts';
import { expect, test } from './fixtures/test.ts';
import { clickMove, waitForSeq } from './game-page.ts';

/** South's D on c3 is one level above West's T on b2, diagonally (R9). */
const NEAR_THE_END = "3d'2t'1/8/8/D'6T/8/2d4D/1T'4t1/7c s swne 0 1";
/** North gives the others so much time that only North can run out of time, even on a slow machine. */
const GIFTS = 4;
const STARTED_SEQ = 6 + GIFTS; // Created, seated four times, started, and the gifts.

const expectPlate = (page: Page, side: string, text: string) =>
  expect(page.locator(`[data-plate="${side}"]`)).toContainText(text);

// Running out of time here takes half a minute. Other tests do it with virtual clocks.
const lossOfNorth = isThorough ? 'time' : 'resigned';

test('of four players one loses by capture, two lose in other ways, and the last one wins', async ({ createGame }) => {
  const game = await createGame(['south', 'west', 'north', 'east'] as const, {
    setup: 'custom',
    position: NEAR_THE_END,
    time: { kind: 'clock', initialMs: 15_000, incrementMs: 3_000 },
  });
  const { south, west, north, east } = game.pages;
  const everyone = (look: (page: Page) => Promise<unknown>) => Promise.all(game.allPages().map(look));
  const resign = async (page: Page) => {
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Yes', exact: true }).click();
  };
  for (let gift = 0; gift < GIFTS; gift += 1) await game.sendCommand('north', { type: 'give-time' });
  await everyone((page) => waitForSeq(page, STARTED_SEQ));

  // West queues a move during South's turn. It is played when West's turn begins.
  await clickMove(west, { from: 'a5', to: 'a6' });
  await expect(west.getByRole('gridcell', { name: /queued to a6/ })).toBeVisible();
  await clickMove(south, { from: 'h1', to: 'g1' });
  await everyone((page) => waitForSeq(page, STARTED_SEQ + 2));
  await clickMove(north, { from: 'd8', to: 'c8' });
  await waitForSeq(east, STARTED_SEQ + 3);
  await clickMove(east, { from: 'h5', to: 'h6' });
  await waitForSeq(south, STARTED_SEQ + 4);
  await clickMove(south, { from: 'c3', to: 'b2' });
  await everyone((page) => expectPlate(page, 'west', 'out: taken'));
  await expect(west.getByRole('button', { name: 'Resign' })).toHaveCount(0);

  if (lossOfNorth === 'resigned') await resign(north);
  await everyone((page) => expectPlate(page, 'north', `out: ${lossOfNorth}`));
  await resign(east);
  await everyone((page) => expect(page.locator('[data-result="south"]')).toBeVisible());
  await everyone((page) => expectPlate(page, 'east', 'out: resigned, 2nd'));

  const { seq, position } = await board(south).evaluate(({ dataset }: HTMLElement) => ({ ...dataset }));
  await everyone(async (page) => {
    await page.reload();
    await expect(page.locator('[data-result="south"]')).toBeVisible();
    await expect(board(page)).toHaveAttribute('data-seq', seq ?? '');
    await expect(board(page)).toHaveAttribute('data-position', position ?? '');
    const places = page.getByRole('list', { name: 'Places' }).getByRole('listitem');
    await expect(places).toContainText([/First:\s+South/, /Second:\s+East/, /Third:\s+North/, /Fourth:\s+West/]);
  });
});
