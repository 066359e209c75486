import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { goTo, waitUntilReady } from './browser.ts';
import { fetchPlayerName } from './chat.ts';
import { chooseRadio } from './choose-radio.ts';
import { expect, test, uniqueName } from './fixtures/test.ts';
import { clickMove, waitForSeq } from './game-page.ts';

const PASSWORD = 'a rather long password';

async function fill(page: Page, fields: Readonly<Record<string, string>>, button: string): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole('button', { name: button }).click();
}

test('a guest signs up during a game, keeps its seat, signs out and in, downloads the data and deletes the account', async ({
  site,
  createGame,
  pageErrors,
}) => {
  pageErrors.allow(/status of 400 .*\/sign-up$/, /status of 401 .*\/sign-in$/);
  const name = uniqueName('Mira_K');
  const game = await createGame(['south', 'north'] as const, { time: null });
  const { south, north } = game.pages;
  const guest = await fetchPlayerName(south, site.url);
  await waitForSeq(south, 4);
  await clickMove(south, { from: 'd2', to: 'd3' });
  await Promise.all([south, north].map((page) => waitForSeq(page, 5)));

  await south.getByRole('link', { name: 'Sign in' }).click();
  await expect(south).toHaveURL(/\/login\?to=/);
  await waitUntilReady(south);
  await chooseRadio(south.getByRole('radio', { name: 'I am new here' }));
  await fill(south, { Name: 'Guest-1', Password: PASSWORD }, 'Create account');
  await expect(south.getByText('That name is reserved.')).toBeVisible();
  await fill(south, { Name: name }, 'Create account');

  // Back in the game, in the same seat, all players see the new name.
  await expect(south).toHaveURL(game.url);
  await waitUntilReady(south);
  await expect(north.getByText(name).first()).toBeVisible();
  await expect(north.getByText(guest)).toHaveCount(0);
  await game.sendCommand('north', { type: 'move', ply: 2, from: 'e7', to: 'e6' });
  await waitForSeq(south, 7);
  await clickMove(south, { from: 'd3', to: 'd4' });
  await Promise.all([south, north].map((page) => waitForSeq(page, 8)));

  await goTo(south, `${site.url}/settings/account`);
  await expect(south.getByText(`You are signed in as ${name}.`)).toBeVisible();
  await south.getByLabel('What is it for?').fill('My board on the wall');
  await south.getByRole('button', { name: 'Create token' }).click();
  await expect(south.getByText(/terrace_[\w-]{43}/)).toBeVisible();
  await south.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(south).toHaveURL(`${site.url}/`);
  await waitUntilReady(south);
  await expect.poll(() => fetchPlayerName(south, site.url)).not.toBe(name);

  await goTo(south, `${site.url}/login?to=/settings/account`);
  await fill(south, { Name: name, Password: 'not the password' }, 'Sign in');
  await expect(south.getByText("That name and password don't match.")).toBeVisible();
  await fill(south, { Password: PASSWORD }, 'Sign in');
  await expect(south).toHaveURL(/settings\/account/);
  await waitUntilReady(south);
  const [copy] = await Promise.all([
    south.waitForEvent('download'),
    south.getByRole('link', { name: 'Download', exact: true }).click(),
  ]);
  const data = await readFile(await copy.path(), 'utf8');
  expect(data).toContain(game.id);

  await south.getByRole('button', { name: 'Delete the account' }).click();
  await fill(south, { 'Your password': PASSWORD }, 'Delete for good');
  await expect(south).toHaveURL(`${site.url}/`);
  await expect(north.getByText(/^Deleted-/).first()).toBeVisible();
  await expect(north.getByText(name)).toHaveCount(0);
});

test('the token in an emailed link is sent in no page request and is removed from the address', async ({
  site,
  newVisitor,
  pageErrors,
}) => {
  pageErrors.allow(/status of 410 .*\/reset$/);
  const page = await newVisitor();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await goTo(page, `${site.url}/login#reset=proof-of-a-mail`);
  await expect(page).toHaveURL(`${site.url}/login`);
  await fill(page, { 'New password': PASSWORD }, 'Set the password');
  await expect(page.getByText('That link has been used or has expired.')).toBeVisible();
  expect(requested.filter((url) => url.replace(/#.*/, '').includes('proof'))).toEqual([]);
  await goTo(page, `${site.url}/login?reset=from-an-older-mail`);
  await expect(page.getByLabel('New password')).toBeVisible();
});
