import { expect, test } from './fixtures/test.ts';

test('the page about this site leads to the history of the game', async ({ visit }) => {
  const page = await visit('/about');
  await page.getByRole('link', { name: 'Where the game comes from' }).click();
  await page.waitForURL(/\/about\/history$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Where the game comes from');
  for (const name of ['Anton Dresden', 'Buzz Siler', 'Michael Gilbert and Ken Hartley', 'Christian Vieser']) {
    await expect(page.getByText(name).first()).toBeVisible();
  }
  await page.getByRole('link', { name: 'About this site' }).click();
  await page.waitForURL(/\/about$/);
});

test('the history of the game is told in German too', async ({ visit }) => {
  const page = await visit('/about/history', { locale: 'de-DE' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Woher das Spiel kommt');
});
