import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { violations } from './axe.ts';
import { alive, visitor } from './browser.ts';
import { nameOf } from './chat.ts';
import { clickMove, reaches } from './game-page.ts';
import { gather } from './players.ts';
import { useTestSite } from './test-site.ts';

const env = useTestSite();
const NAME = 'Mira_K';
const PASSWORD = 'a rather long password';

async function fill(page: Page, fields: Readonly<Record<string, string>>, button: string): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole('button', { name: button }).click();
}

test('a guest plays, signs up, keeps the game and its seat, signs out and in, and deletes the account', async () => {
  const faults: string[] = [];
  const party = await gather(env.browser, env.site.url, ['south', 'north'] as const, { time: null }, faults);
  const { south, north } = party.pages;
  const guest = await nameOf(south, env.site.url);
  await reaches(south, 4);
  await clickMove(south, { from: 'd2', to: 'd3' });
  await Promise.all([south, north].map((page) => reaches(page, 5)));

  await south.getByRole('link', { name: 'Sign in' }).click();
  await south.waitForURL(/\/login\?to=/);
  await alive(south);
  await south.getByRole('radio', { name: 'I am new here' }).check({ force: true });
  await fill(south, { Name: 'Guest-1', Password: PASSWORD }, 'Create account');
  await south.getByText('That name is kept for the site itself.').waitFor();
  expect(await violations(south)).toEqual([]);
  await fill(south, { Name: NAME }, 'Create account');

  // Back at the game, in the same seat, under the new name in everybody's eyes.
  await south.waitForURL(party.url);
  await alive(south);
  await north.getByText(NAME).first().waitFor();
  expect(await north.getByText(guest).count()).toBe(0);
  await party.say('north', { type: 'move', ply: 2, from: 'e7', to: 'e6' });
  await reaches(south, 7);
  await clickMove(south, { from: 'd3', to: 'd4' });
  await Promise.all([south, north].map((page) => reaches(page, 8)));

  await south.goto(`${env.site.url}/settings/account`);
  await alive(south);
  await south.getByText(`You are signed in as ${NAME}.`).waitFor();
  await south.getByLabel('What is it for?').fill('My board on the wall');
  await south.getByRole('button', { name: 'Create token' }).click();
  await south.getByText(/terrace_[\w-]{43}/).waitFor();
  expect(await violations(south)).toEqual([]);
  await south.getByRole('button', { name: 'Sign out', exact: true }).click();
  await south.waitForURL(`${env.site.url}/`);
  await alive(south);
  expect(await nameOf(south, env.site.url)).not.toBe(NAME);

  await south.goto(`${env.site.url}/login?to=/settings/account`);
  await alive(south);
  await fill(south, { Name: NAME, Password: 'not the password' }, 'Sign in');
  await south.getByText('That name and password do not belong together.').waitFor();
  await fill(south, { Password: PASSWORD }, 'Sign in');
  await south.waitForURL(/settings\/account/);
  await alive(south);

  const [copy] = await Promise.all([
    south.waitForEvent('download'),
    south.getByRole('link', { name: 'Download', exact: true }).click(),
  ]);
  expect(await readFile(await copy.path(), 'utf8')).toContain(party.id);

  await south.getByRole('button', { name: 'Delete the account' }).click();
  await fill(south, { 'Your password': PASSWORD }, 'Delete for good');
  await south.waitForURL(`${env.site.url}/`);
  await north
    .getByText(/^Deleted-/)
    .first()
    .waitFor();
  expect(await north.getByText(NAME).count()).toBe(0);
  expect(faults).toEqual([]);
  party.close();
});

test("a mail's link is read by the page alone: the server is not told what it proves, nor does the address keep it", async () => {
  const faults: string[] = [];
  const page = await visitor(env.browser, faults);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`${env.site.url}/login#reset=proof-of-a-mail`);
  await alive(page);
  await page.waitForURL(`${env.site.url}/login`);
  await fill(page, { 'New password': PASSWORD }, 'Set the password');
  await page.getByText('That link is used up or too old.').waitFor();
  expect(asked.filter((url) => url.replace(/#.*/, '').includes('proof'))).toEqual([]);
  await page.goto(`${env.site.url}/login?reset=from-an-older-mail`);
  await alive(page);
  await page.getByLabel('New password').waitFor();
  expect(faults).toEqual([]);
});
