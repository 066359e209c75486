import { expect, test } from './fixtures/test.ts';
import { readyForOffline } from './offline.ts';

/** North's T on b2 is one step from its goal. South, to move, can capture it with the D on c3. */
const TAKES = '8/8/8/8/8/2d5/1T6/t7 s sn 0 1';

test('offline, the editor and the engine open with the position in the address, once any page was visited', async ({
  site,
  newVisitor,
  pageErrors,
}) => {
  pageErrors.allow(/net::ERR_INTERNET_DISCONNECTED/);
  const page = await newVisitor({ serviceWorkers: 'allow' });
  const board = page.locator('[data-position]');
  await page.goto(site.url);
  await readyForOffline(page);
  await page.context().setOffline(true);

  await page.goto(`${site.url}/editor?position=${encodeURIComponent(TAKES)}`);
  await expect(board).toHaveAttribute('data-position', TAKES);
  await page.locator('[data-square="a1"]').focus();
  await page.keyboard.press('Delete');
  await expect(board).toHaveAttribute('data-position', '8/8/8/8/8/2d5/1T6/8 s sn 0 1');

  await page.goto(`${site.url}/analysis?position=${encodeURIComponent(TAKES)}`);
  await page.getByRole('checkbox', { name: 'Analyse this position' }).check();
  await expect(page.getByRole('status').filter({ hasText: 'South wins in 1' })).toBeVisible();
  const best = page.locator('[data-arrow="best"]');
  await expect(best).toHaveAttribute('data-from', '18');
  await expect(best).toHaveAttribute('data-to', '9');
});
