import { goTo, waitUntilReady } from './browser.ts';
import { expect, test } from './fixtures/test.ts';
import { clickMove, waitForSeq } from './game-page.ts';
import { openTable } from './tables.ts';

test('in a correspondence game a reply is queued on the board and played while the player is offline', async ({
  site,
  visit,
  newVisitor,
}) => {
  const [south, north] = [await visit('/'), await newVisitor()];
  await openTable(south, { days: 3, side: 'South' });
  await waitUntilReady(south);
  await goTo(north, south.url());
  await north.getByRole('button', { name: 'Join as North' }).click();
  await waitForSeq(north, 4);

  await north.getByRole('button', { name: 'Plan', exact: true }).click();
  const queue = north.getByRole('region', { name: 'Queued moves' });
  await expect(queue.getByText('Choose what South may play.')).toBeVisible();
  await clickMove(north, { from: 'd2', to: 'd3' });
  await expect(queue.getByText('Choose your move.')).toBeVisible();
  await clickMove(north, { from: 'e7', to: 'e6' });
  await expect(queue.getByText('after c-d2-d3')).toBeVisible();
  await queue.getByRole('button', { name: 'After any move' }).click();
  await queue.getByLabel('Or type the move').fill('x-e6-e7');
  await north.keyboard.press('Enter');
  await expect(queue.getByText("That isn't a move.")).toBeVisible();
  await queue.getByLabel('Or type the move').fill('C-e6-e7');
  await north.keyboard.press('Enter');
  await expect(queue.getByText('after any move', { exact: true })).toBeVisible();
  await queue.getByRole('button', { name: 'Done' }).click();
  await expect(queue.getByText('2 moves queued')).toBeVisible();
  const url = north.url();
  await north.goto('about:blank');

  await clickMove(south, { from: 'd2', to: 'd3' });
  await waitForSeq(south, 6); // South's move, and the queued reply of a player without a page
  await expect(south.locator('[data-position]').first()).toHaveAttribute('data-position', / s sn /);

  await goTo(north, url);
  await expect(north.getByText('1 move queued')).toBeVisible();
  await expect(north.getByText("It's your turn")).toHaveCount(0);
  await clickMove(south, { from: 'e2', to: 'e3' });
  await waitForSeq(north, 8);
  await expect(north.getByRole('heading', { name: 'Queued moves' })).toBeVisible();

  await goTo(north, site.url);
  await expect(north.getByText('South to move')).toBeVisible();
  await clickMove(south, { from: 'f2', to: 'f3' });
  await expect(north.getByText('Your move')).toBeVisible();
});
