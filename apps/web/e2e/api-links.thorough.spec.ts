import { expect, test } from './fixtures/test.ts';

test('the settings and the phone menu link to the API documentation', async ({ visit }) => {
  const page = await visit('/settings');
  await page.getByRole('link', { name: 'API' }).click();
  await expect(page).toHaveURL(/\/api$/);
  const phone = await visit('/', { viewport: { width: 390, height: 844 } });
  await phone.getByRole('button', { name: 'Menu' }).click();
  const menu = phone.getByRole('navigation', { name: 'Main' });
  await expect(menu.getByRole('link', { name: 'API' })).toBeVisible();
  await menu.getByRole('link', { name: 'API' }).click();
  await expect(phone).toHaveURL(/\/api$/);
});
