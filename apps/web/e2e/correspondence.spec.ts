import { goTo } from './browser.ts';
import { expect, test } from './fixtures/test.ts';
import { clickMove, waitForSeq } from './game-page.ts';
import { startGameByDays } from './tables.ts';

test('in a correspondence game conditional moves are entered on the board and played while the player is offline', async ({
  site,
  visit,
  newVisitor,
}) => {
  const [south, north] = [await visit('/'), await newVisitor()];
  await startGameByDays(south, north);

  await north.getByRole('button', { name: 'Plan', exact: true }).click();
  const panel = north.getByRole('region', { name: 'Conditional moves' });
  await expect(panel.getByText('Choose what South may play.')).toBeVisible();
  await clickMove(north, { from: 'd2', to: 'd3' });
  await expect(panel.getByText('Choose your move.')).toBeVisible();
  await clickMove(north, { from: 'e7', to: 'e6' });
  await expect(panel.getByRole('button', { name: 'You play C-e7-e6' })).toHaveAttribute('aria-current', 'step');
  await panel.getByRole('button', { name: 'After any move' }).click();
  await panel.getByLabel('Or type the move').fill('x-e6-e7');
  await north.keyboard.press('Enter');
  await expect(panel.getByText("That isn't a move.")).toBeVisible();
  await panel.getByLabel('Or type the move').fill('C-e6-e7');
  await north.keyboard.press('Enter');
  await expect(panel.getByRole('button', { name: 'If they play any move' })).toBeVisible();

  // Another reply to the first move, by keyboard alone.
  await panel.getByRole('button', { name: 'Current position' }).press('Enter');
  for (const typed of ['b-e2-e3', 'B-d7-d6']) {
    await panel.getByLabel('Or type the move').fill(typed);
    await north.keyboard.press('Enter');
  }
  await expect(panel.getByText('3 conditional moves')).toBeVisible();
  await expect(panel.getByText('Saved. Only you can see them.')).toBeVisible();
  await panel.getByRole('button', { name: 'Done' }).click();
  const url = north.url();
  await north.goto('about:blank');

  await clickMove(south, { from: 'd2', to: 'd3' });
  await waitForSeq(south, 6); // South's move, and the reply of a player without a page
  await expect(south.locator('[data-position]').first()).toHaveAttribute('data-position', / s sn /);

  await goTo(north, url);
  await expect(north.getByText('1 conditional move')).toBeVisible();
  await expect(north.getByText("It's your turn")).toHaveCount(0);
  await clickMove(south, { from: 'e2', to: 'e3' });
  await waitForSeq(north, 8);
  await expect(north.getByRole('heading', { name: 'Conditional moves' })).toBeVisible();

  await goTo(north, site.url);
  await expect(north.getByText('South to move')).toBeVisible();
  await clickMove(south, { from: 'f2', to: 'f3' });
  await expect(north.getByText('Your move')).toBeVisible();
});
