import { goTo, waitUntilReady } from './browser.ts';
import { fetchPlayerName } from './chat.ts';
import { expect, test } from './fixtures/test.ts';

test('followed players are listed first among the online players, and signing out takes two presses', async ({
  site,
  newMember,
}) => {
  const [ann, bea] = [await newMember('Ann_Fan'), await newMember('Zoe_Star')];
  const { page } = ann;
  await goTo(page, `${site.url}/players/${bea.name}`);
  await page.getByRole('button', { name: `Follow ${bea.name}` }).click();
  await expect(page.getByRole('button', { name: `Following ${bea.name}` })).toBeVisible();
  await expect(page.getByText('1 follower')).toBeVisible();

  await goTo(page, site.url);
  await page.getByRole('button', { name: 'Show names' }).click();
  const first = page.getByRole('list', { name: 'Players online' }).getByRole('listitem').first();
  await expect(first.getByText(bea.name)).toBeVisible();
  await expect(first.getByText('Following')).toBeVisible();

  const menu = page.getByRole('button', { name: `${ann.name}, your account` });
  const signOut = page.getByRole('button', { name: 'Sign out' });
  await menu.click();
  await expect(page.getByRole('link', { name: 'Profile' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(signOut).toBeHidden();
  await menu.click();
  await signOut.click();
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
  await expect.poll(() => fetchPlayerName(page, site.url)).not.toBe(ann.name);

  // On a phone the link is in the menu.
  await bea.page.setViewportSize({ width: 360, height: 740 });
  await bea.page.goto(`${site.url}/settings`);
  await waitUntilReady(bea.page);
  await bea.page.getByRole('button', { name: 'Menu' }).click();
  await bea.page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Sign out' }).click();
  await expect(bea.page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
});
