import type { Page } from '@playwright/test';
import { messages } from '@terrace/messages';
import { expect, test } from 'vitest';
import { alive, visitor } from './browser.ts';
import { clickMove, reaches } from './game-page.ts';
import { gather } from './players.ts';
import { useTestSite } from './test-site.ts';

const env = useTestSite();
const text = messages.site.missingPart;

/** From now on the page gets no more scripts, as after a deployment that has removed them. */
const withoutScripts = (page: Page) => page.route('**/_app/immutable/**', (route) => route.abort());
const says = (page: Page) => page.getByRole('alert').getByText(text.sentence).waitFor();

test('a panel whose script cannot be loaded says so, and a reload shows it', async () => {
  const faults: string[] = [];
  const party = await gather(env.browser, env.site.url, ['south', 'north'], {}, faults);
  const { south } = party.pages;
  await withoutScripts(south);
  await south.keyboard.press('?');
  await says(south);
  await south.unroute('**/_app/immutable/**');
  await south.getByRole('button', { name: text.reload }).click();
  await south.waitForEvent('load');
  await alive(south);
  await south.keyboard.press('?');
  await south.getByRole('dialog').waitFor();
  party.close();
  expect(faults).toEqual([]);
});

test('a game whose ending cannot be loaded says so, and a reload shows how it ended', async () => {
  const faults: string[] = [];
  const party = await gather(env.browser, env.site.url, ['south', 'north'], {}, faults);
  const { south, north } = party.pages;
  await withoutScripts(north);
  await clickMove(south, { from: 'd2', to: 'd3' });
  await reaches(north, 5);
  await party.say('south', { type: 'resign' });
  await says(north);
  await north.unroute('**/_app/immutable/**');
  await north.getByRole('button', { name: text.reload }).click();
  await north.getByRole('heading', { name: 'You won: South resigned' }).waitFor();
  party.close();
  expect(faults).toEqual([]);
});

test('the lobby shows a message when the form behind a button cannot be loaded', async () => {
  const faults: string[] = [];
  const page = await visitor(env.browser, faults);
  await page.goto(env.site.url);
  await alive(page);
  await withoutScripts(page);
  await page.getByRole('button', { name: messages.lobby.openOwn }).click();
  await says(page);
  expect(faults).toEqual([]);
});
