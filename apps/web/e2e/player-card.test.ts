import { expect, test } from 'vitest';
import { violations } from './axe.ts';
import { alive } from './browser.ts';
import { nameOf } from './chat.ts';
import { member } from './member.ts';
import { useTestSite } from './test-site.ts';

const env = useTestSite();

test('who is followed stands first among those who are here, and signing out takes two presses', async () => {
  const faults: string[] = [];
  const ann = await member(env.browser, env.site.url, 'Ann_Fan', faults);
  const bea = await member(env.browser, env.site.url, 'Zoe_Star', faults);
  await ann.page.goto(`${env.site.url}/players/${bea.name}`);
  await alive(ann.page);
  await ann.page.getByRole('button', { name: `Follow ${bea.name}` }).click();
  await ann.page.getByRole('button', { name: `Following ${bea.name}` }).waitFor();
  await ann.page.getByText('1 follower').waitFor();
  expect(await violations(ann.page)).toEqual([]);

  await ann.page.goto(env.site.url);
  await alive(ann.page);
  await ann.page.getByRole('button', { name: 'Show names' }).click();
  const first = ann.page.getByRole('list', { name: 'Who is online' }).getByRole('listitem').first();
  await first.getByText(bea.name).waitFor();
  await first.getByText('Following').waitFor();

  const menu = ann.page.getByRole('button', { name: `${ann.name}, your account` });
  await menu.click();
  await ann.page.getByRole('link', { name: 'Profile' }).waitFor();
  expect(await violations(ann.page)).toEqual([]);
  await ann.page.keyboard.press('Escape');
  await ann.page.getByRole('button', { name: 'Sign out' }).waitFor({ state: 'hidden' });
  await menu.click();
  await ann.page.getByRole('button', { name: 'Sign out' }).click();
  await ann.page.getByRole('link', { name: 'Sign in' }).first().waitFor();
  expect(await nameOf(ann.page, env.site.url)).not.toBe(ann.name);

  // From a game on a phone, by the menu.
  await bea.page.setViewportSize({ width: 360, height: 740 });
  await bea.page.goto(`${env.site.url}/settings`);
  await alive(bea.page);
  await bea.page.getByRole('button', { name: 'Menu' }).click();
  await bea.page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Sign out' }).click();
  await bea.page.getByRole('link', { name: 'Sign in' }).first().waitFor();
  expect(faults).toEqual([]);
  ann.socket.close();
  bea.socket.close();
});
