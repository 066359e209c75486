import { messages } from '@terrace/messages';
import { expect, test } from 'vitest';
import { alive, visitor } from './browser.ts';
import { clickMove, plateSays, reaches } from './game-page.ts';
import { cuttableNetwork } from './network-cut.ts';
import { gather } from './players.ts';
import { useTestSite } from './test-site.ts';

const env = useTestSite();

test('a resignation without a connection is never sent, and the game continues after the reconnect', async () => {
  const faults: string[] = [];
  const party = await gather(env.browser, env.site.url, ['south', 'north'], {}, faults);
  const { south, north } = party.pages;
  const network = await cuttableNetwork(south);
  await alive(south);
  await network.cut();
  await south.waitForSelector('html:not([data-connected])');
  await south.getByRole('button', { name: 'Resign' }).click();
  await south.getByRole('button', { name: 'Yes' }).click();
  await south.getByText(/^Not sent: you're not connected/).waitFor();
  await south.getByRole('button', { name: 'Resign' }).waitFor();

  await network.mend();
  await alive(south);
  await south.getByText(/^Not sent/).waitFor({ state: 'detached' });
  await clickMove(south, { from: 'd2', to: 'd3' });
  await reaches(north, 5);
  await clickMove(north, { from: 'e7', to: 'e6' });
  await reaches(south, 6);

  await south.getByRole('button', { name: 'Resign' }).click();
  await south.getByRole('button', { name: 'Yes' }).click();
  await south.getByRole('heading', { name: 'You lost, by resigning' }).waitFor();
  await plateSays(north, 'south', 'out: resigned');
  party.close();
  expect(faults).toEqual([]);
});

test('the lobby says at once that there is no connection, gives up, and opens a table after the reconnect', async () => {
  const faults: string[] = [];
  const page = await visitor(env.browser, faults);
  await page.goto(env.site.url);
  const network = await cuttableNetwork(page);
  await alive(page);
  await network.cut();
  await page.waitForSelector('html:not([data-connected])');
  const toast = page.locator('.toast');
  const play = page.getByRole('button', { name: messages.computer.title }).first();
  await play.click();
  await toast.getByText(messages.site.connection.trying).waitFor();
  expect(await page.getAttribute('main', 'aria-busy')).toBe('true');
  await toast.getByText(messages.site.connection.notSent).waitFor();
  expect(await page.getAttribute('main', 'aria-busy')).toBe('false');
  await network.mend();
  await alive(page);
  await play.click();
  await page.waitForURL(/\/game\/\w+/);
  expect(faults).toEqual([]);
});
