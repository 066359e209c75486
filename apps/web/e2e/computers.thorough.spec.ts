import type { Page } from '@playwright/test';
import { messages } from '@terrace/messages';
import { choose, playTheComputer } from './computer-game.ts';
import { expect, test } from './fixtures/test.ts';
import { waitForPlateText } from './game-page.ts';
import { hopelessPerson, playByClicks, strongPerson } from './scripted-person.ts';

const GAME = /\/game\/\w+/;

async function start(page: Page, strength: string): Promise<void> {
  await choose(page, { strength, radios: ['6 × 6', 'Medium'] });
  await playTheComputer(page).click();
  await expect(page).toHaveURL(GAME);
}

test('a strong player wins a complete game against a beginner, and the rematch swaps the seats', async ({ visit }) => {
  const page = await visit('/');
  await start(page, '1 · Beginner');
  const winner = await playByClicks(page, await strongPerson(40_000));
  expect(winner).toBe('south');
  await expect(page.getByRole('heading', { name: /^You won/ })).toBeVisible();
  const first = page.url();
  await page.getByRole('button', { name: messages.play.rematch }).click();
  await expect(page).not.toHaveURL(first);
  await waitForPlateText(page, 'south', 'Computer 1');
});

test('a hopeless player loses a complete game against full strength', async ({ visit }) => {
  const page = await visit('/');
  await start(page, '8 · Full strength');
  const winner = await playByClicks(page, await hopelessPerson());
  expect(winner).toBe('north');
  await expect(page.getByRole('heading', { name: /^You lost/ })).toBeVisible();
});
