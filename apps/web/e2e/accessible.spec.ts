import { goTo, waitUntilReady } from './browser.ts';
import { expect, test } from './fixtures/test.ts';
import { waitForSeq } from './game-page.ts';
import { chooseWithKeys } from './move-input.ts';

test('a game is set up, joined, played and resigned with the keyboard alone, and moves are announced', async ({
  visit,
  newVisitor,
}) => {
  const [south, north] = [await visit('/'), await newVisitor()];
  await south.getByRole('button', { name: 'Open a table' }).press('Enter');
  await expect(south.getByLabel('Setup')).toHaveValue('long');
  await south.getByRole('radio', { name: 'South' }).press('Space');
  await south.getByRole('button', { name: 'Open table' }).press('Enter');
  await expect(south).toHaveURL(/\/game\/\w+/);
  await waitUntilReady(south);
  await goTo(north, south.url());
  await north.getByRole('button', { name: /^Join/ }).press('Enter');
  await waitForSeq(south, 4);

  await south.bringToFront();
  await south.focus('[role="gridcell"][tabindex="0"]');
  await chooseWithKeys(south, 'e2');
  await expect(south.getByRole('gridcell', { name: /selected/ })).toHaveCount(1);
  await expect(south.getByRole('gridcell', { name: 'e4, level 5, empty, target, same level' })).toHaveCount(1);
  await chooseWithKeys(south, 'e4');
  await expect(north.locator('p[aria-live]')).toContainText('South: B e2 along to e4.');

  await south.getByRole('button', { name: 'Resign' }).press('Enter');
  await expect(south.getByRole('button', { name: 'No', exact: true })).toBeFocused();
  await south.keyboard.press('Shift+Tab');
  await expect(south.getByRole('button', { name: 'Yes', exact: true })).toBeFocused();
  await south.keyboard.press('Enter');
  await expect(south.getByRole('heading', { name: 'You lost by resigning' })).toBeVisible();
});
