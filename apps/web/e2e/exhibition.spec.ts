import { messages } from '@terrace/messages';
import { firstMessages } from '@terrace/messages/first';
import { expect, test } from './fixtures/test.ts';

test.use({ siteOptions: { exhibition: true } });

test('without human games two computers play; the lobby shows their game but does not count them as online', async ({
  visit,
}) => {
  const page = await visit('/');
  const live = page.locator('[data-live]');
  await expect(live.filter({ hasText: 'computers only' })).toBeVisible();
  await page.getByRole('button', { name: firstMessages().puzzle.skip }).click(); // the puzzle takes the board from new visitors
  const featured = page.getByRole('figure');
  const board = featured.locator('a[data-featured]');
  await expect(board).toBeVisible();
  await expect(featured.getByText('computers only')).toBeVisible();
  await expect(page.getByRole('heading', { name: messages.online.count({ count: 1 }) })).toBeVisible();
  await expect(live).toHaveCount(0); // the large board already shows this game
  const before = (await board.getAttribute('data-position')) ?? '';
  await expect(board).not.toHaveAttribute('data-position', before);
  await featured.locator('figcaption a').click();
  await expect(page).toHaveURL(/\/game\/\w+/);
  await expect(page.locator('[data-plate="south"]')).toContainText(/Computer \d/);
});
