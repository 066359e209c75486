import { goTo, waitUntilReady } from './browser.ts';
import { expect, test } from './fixtures/test.ts';
import { waitForSeq } from './game-page.ts';

test('a table with a bank of days and weekends off is opened with the keyboard, and its game says by when to move', async ({
  visit,
  newVisitor,
}) => {
  const [south, north] = [await visit('/'), await newVisitor()];
  await south.getByRole('button', { name: 'Open a table' }).press('Enter');
  const form = south.getByRole('region', { name: 'Open a table' });
  await form.getByRole('radio', { name: 'Clock', exact: true }).focus();
  await south.keyboard.press('ArrowRight');
  await expect(form.getByRole('radio', { name: 'Correspondence' })).toBeChecked();
  await form.getByRole('radio', { name: 'Per move' }).focus();
  await south.keyboard.press('ArrowRight');
  await form.getByLabel('Days each').selectOption({ label: '7 days' });
  await form.getByLabel('Added by a move').selectOption({ label: '12 hours' });
  await form.getByRole('checkbox', { name: 'Weekends off' }).press('Space');
  await form.getByRole('group', { name: 'Your side' }).getByRole('radio', { name: 'South' }).check({ force: true });
  await form.getByRole('button', { name: 'Open table' }).press('Enter');
  await south.waitForURL(/\/game\/\w+/);
  await waitUntilReady(south);
  await goTo(north, south.url());
  const terms = north.locator('[data-part="facts"] .terms');
  await expect(terms).toContainText('7 days + 12 hours a move, weekends off');
  await expect(terms).toHaveAttribute('title', /^Saturdays and Sundays don't count, in the time zone \S+\.$/);
  await north.getByRole('button', { name: 'Join as North' }).click();
  await waitForSeq(south, 4);
  await expect(south.getByRole('heading', { name: /^Move by \w+ .*\d\d:\d\d$/ })).toBeVisible();
  await expect(north.locator('[data-plate="south"]')).toContainText(/by \w+ /);
});
