import type { Side } from '@terrace/rules';
import { expect, test } from 'vitest';
import { violations } from './axe.ts';
import { alive } from './browser.ts';
import { nameOf } from './chat.ts';
import { member } from './member.ts';
import { gather } from './players.ts';
import { useTestSite } from './test-site.ts';

const env = useTestSite();

test('a plate opens its player’s card beside the board, by mouse and by key, and Esc leads back to the plate', async () => {
  const faults: string[] = [];
  const party = await gather(env.browser, env.site.url, ['south', 'north'] as const, {}, faults);
  const { south, north } = party.pages;
  const opponent = await nameOf(north, env.site.url);
  expect(opponent).toMatch(/^[A-Z][a-z]+-[A-Z][a-z]+/);

  const plate = south.locator('[data-plate="north"]');
  await plate.getByText('Move within').or(south.locator('[data-plate="south"]').getByText('Move within')).waitFor();
  const opener = south.getByRole('button', { name: `About ${opponent}` });
  await opener.press('Enter');
  const card = south.getByRole('dialog', { name: opponent });
  await card.getByText('Guest, without an account').waitFor();
  await card.getByText('playing now').waitFor();
  expect(south.url()).toBe(party.url); // nobody left the game
  expect(await violations(south)).toEqual([]);
  await card.getByRole('link', { name: 'Challenge' }).waitFor();
  expect(await card.getByRole('button', { name: 'Follow' }).count()).toBe(0); // guests follow nobody

  // It covers no clock.
  const [box, clock] = [await card.boundingBox(), await south.locator('[data-plate="south"]').boundingBox()];
  expect(box !== null && clock !== null && box.x + box.width <= clock.x).toBe(true);

  await card.getByRole('button', { name: 'Mute', exact: true }).click();
  await card.getByRole('button', { name: 'Unmute' }).waitFor();
  await south.keyboard.press('Escape');
  await card.waitFor({ state: 'detached' });
  await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);

  // One's own card leads to signing in.
  const own = await nameOf(south, env.site.url);
  await south.getByRole('button', { name: `About ${own}` }).click();
  const mine = south.getByRole('dialog', { name: own });
  await mine.getByRole('link', { name: 'Sign in' }).waitFor();
  expect(await mine.getByText('Report').count()).toBe(0);
  expect(faults).toEqual([]);
  party.close();
});

test.each([
  [['south', 'north'], 'long', 360, 640],
  [['south', 'north'], 'long', 360, 740],
  [['south', 'west', 'north', 'east'], 'four', 360, 640],
  [['south', 'north'], 'long', 820, 1180],
] as const)('a card of %s covers no clock and no action, %s, %i × %i', async (sides, setup, width, height) => {
  const faults: string[] = [];
  const device = { viewport: { width, height }, hasTouch: true };
  const party = await gather<Side>(env.browser, env.site.url, sides, { setup }, faults, device);
  const { south } = party.pages;
  for (const side of sides) {
    await south.locator(`[data-plate="${side}"] button`).first().click();
    const card = await south.getByRole('dialog').boundingBox();
    if (card === null) throw new Error('there is no card');
    for (const part of [...sides.map((each) => `[data-plate="${each}"]`), '[data-part="actions"]']) {
      const box = await south.locator(part).boundingBox();
      expect(box !== null && (box.y + box.height <= card.y || box.y >= card.y + card.height), part).toBe(true);
    }
    await south.keyboard.press('Escape');
  }
  expect(faults).toEqual([]);
  party.close();
});

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

test('at a table of four each plate says who is next, and a long name gives way to the clock', async () => {
  const faults: string[] = [];
  const sides = ['south', 'west', 'north', 'east'] as const;
  const party = await gather(env.browser, env.site.url, sides, { setup: 'four' }, faults, {
    viewport: { width: 360, height: 740 },
  });
  const { south } = party.pages;
  const plate = (side: string) => south.locator(`[data-plate="${side}"]`);
  await plate('west').getByText('next', { exact: false }).first().waitFor();
  await plate('north').getByText('3rd').waitFor();
  await plate('east').getByText('4th').waitFor();
  for (const side of sides) {
    const name = plate(side).locator('b');
    await name.evaluate((element) => {
      element.textContent = 'Wwwwwwwwwwwwwwwwwwww';
    });
    const [box, within] = [await name.boundingBox(), await plate(side).boundingBox()];
    const time = await plate(side).locator('.clock').boundingBox();
    expect(box !== null && within !== null && time !== null).toBe(true);
    if (box === null || within === null || time === null) continue;
    expect(box.x + box.width).toBeLessThanOrEqual(time.x);
    expect(time.x + time.width).toBeLessThanOrEqual(within.x + within.width);
  }
  expect(faults).toEqual([]);
  party.close();
});
