import { goTo } from './browser.ts';
import { expect, test } from './fixtures/test.ts';
import { startGameByDays } from './tables.ts';

test('a private note is saved while it is written, by keyboard on a phone, and only its author can read it', async ({
  visit,
  newVisitor,
}) => {
  const [south, north] = [await visit('/'), await newVisitor()];
  await startGameByDays(south, north);

  const openNotes = async (page: typeof south) => {
    await page.getByRole('button', { name: 'More', exact: true }).press('Enter');
    await page.getByRole('button', { name: 'Private notes' }).press('Enter');
  };
  const fieldOf = (page: typeof south) => page.getByLabel('Your notes on this game');
  await north.setViewportSize({ width: 360, height: 740 });
  await openNotes(north);
  await fieldOf(north).fill('Watch the far corner.');
  await expect(north.getByText('Saved', { exact: true })).toBeVisible();
  await north.keyboard.press('Escape');
  await goTo(north, north.url());
  await openNotes(north);
  await expect(fieldOf(north)).toHaveValue('Watch the far corner.');
  await openNotes(south);
  await expect(fieldOf(south)).toHaveValue('');
});
