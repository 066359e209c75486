import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { alive, visitor } from './browser.ts';
import { about, log, nameOf, say } from './chat.ts';
import { reaches } from './game-page.ts';
import { setTable } from './tables.ts';
import { useTestSite } from './test-site.ts';

const env = useTestSite();

async function come(faults: string[]): Promise<Page> {
  const page = await visitor(env.browser, faults);
  await page.goto(env.site.url);
  await alive(page);
  return page;
}

test('a table for three by link: one seat is kept by name, the host starts, and talk stays in its room', async () => {
  const faults: string[] = [];
  const [host, ann, ben, watcher] = [await come(faults), await come(faults), await come(faults), await come(faults)];
  const [hostName, annName] = [await nameOf(host, env.site.url), await nameOf(ann, env.site.url)];

  await setTable(host, {
    setup: 'Three seats',
    side: 'South',
    keep: { North: 'nobody of that name' },
    byLink: true,
    hostStarts: true,
  });
  const open = host.getByRole('button', { name: 'Open table' });
  await open.click();
  await host.getByText('There is no player named nobody of that name.').waitFor();
  await host.getByRole('textbox', { name: 'North', exact: true }).fill(annName);
  await open.click();
  await host.waitForURL(/\/game\/\w+/);
  await alive(host);
  await host.getByText(`kept for ${annName}`).waitFor();

  // Who is invited sees it at once; nobody else sees the table.
  await ann.getByText(`${hostName} keeps a seat for you`).waitFor();
  expect(await ben.locator('[data-game]').count()).toBe(0);
  await ben.reload();
  await alive(ben);
  expect(await ben.locator('[data-game]').count()).toBe(0);
  await ann.getByRole('button', { name: /^Accept/ }).click();
  await ann.waitForURL(host.url());

  for (const page of [ben, watcher]) {
    await page.goto(host.url());
    await alive(page);
  }
  await ben.getByRole('button', { name: 'Join as East' }).click();
  await host.getByText('All seats are taken').waitFor();
  await host.getByRole('button', { name: 'Start the game' }).click();
  const started = 6; // created, seated, reserved, seated, seated, started
  await Promise.all([host, ann, ben, watcher].map((page) => reaches(page, started)));
  await log(ann).getByText('The game began at').waitFor();

  await say(watcher, 'East looks strong.');
  await say(host, 'Good luck to both.');
  await Promise.all([ann, ben].map((page) => log(page).getByText('Good luck to both.').waitFor()));

  await about(ann, hostName, 'Report');
  await ann.getByLabel('What is wrong with it?').fill('I would rather have no luck.');
  await ann.getByRole('button', { name: 'Send report' }).press('Enter');
  await ann.getByText('Reported. A moderator will look at it.').waitFor();
  await ann.getByRole('button', { name: 'Close' }).press('Enter');
  await about(ann, hostName, 'Block');
  await ann.getByText(`${hostName} is blocked.`).waitFor();
  await say(host, 'Whose turn is it?');
  await say(ben, 'Yours.');
  await log(ann).getByText('Yours.').waitFor();
  expect(await log(ann).textContent()).not.toMatch(/Good luck|Whose turn/);
  await ann.getByRole('button', { name: 'Unblock' }).press('Enter');
  await log(ann).getByText('Whose turn is it?').waitFor();

  expect(await log(watcher).textContent()).not.toMatch(/Good luck|Whose turn|Yours/);
  expect(await log(ben).textContent()).not.toContain('East looks strong.');
  for (const page of [ann, ben]) {
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Yes', exact: true }).click();
  }
  await host.getByRole('button', { name: /^Watching/ }).click();
  await log(host).getByText('East looks strong.').waitFor();
  expect(await log(watcher).textContent()).not.toMatch(/Good luck|Whose turn|Yours/);
  expect(faults).toEqual([]);
});
