import { expect, test } from 'vitest';
import { violations } from './axe.ts';
import { alive, visitor } from './browser.ts';
import { log, nameOf, say } from './chat.ts';
import { clickMove, framesPass, reaches } from './game-page.ts';
import { openTable } from './tables.ts';
import { useTestSite } from './test-site.ts';

const env = useTestSite();

test('neither the talk nor the queue nor the command line has a flaw axe can find, and all work by keys', async () => {
  const faults: string[] = [];
  const south = await visitor(env.browser, faults);
  const north = await visitor(env.browser, faults);
  await south.goto(env.site.url);
  await alive(south);
  await openTable(south, { days: 1, side: 'South' });
  await alive(south);
  await north.goto(south.url());
  await alive(north);
  await north.getByRole('button', { name: 'Join as North' }).press('Enter');
  await reaches(north, 4);
  const southName = await nameOf(south, env.site.url);

  // On a phone the talk is behind its button, which says that something is new.
  await north.setViewportSize({ width: 360, height: 740 });
  await say(south, 'Good evening.');
  await north.getByRole('button', { name: 'Chat 1 new message' }).press('Enter');
  await north.locator('[aria-label="Close the chat"]:focus').waitFor(); // a window hears of its new size with the next frame
  await log(north).getByText('Good evening.').waitFor();
  expect(await violations(north)).toEqual([]);
  await north.getByRole('button', { name: `About what ${southName} said` }).press('Enter');
  await north.getByRole('button', { name: 'Report' }).press('Enter');
  const reason = north.getByLabel('What is wrong with it?');
  await reason.fill('Unkind');
  expect(await violations(north)).toEqual([]);
  for (const width of [360, 1280]) {
    await north.setViewportSize({ width, height: 740 });
    await framesPass(north);
    expect(await reason.evaluate((field) => field === document.activeElement), `writes at ${width} px`).toBe(true);
  }
  await north.keyboard.press('Escape');
  await north.locator('[aria-label^="About what"]:focus').waitFor();

  await north.getByRole('button', { name: 'Plan', exact: true }).press('Enter');
  await clickMove(north, { from: 'd2', to: 'd3' });
  await clickMove(north, { from: 'e7', to: 'e6' });
  expect(await violations(north)).toEqual([]);
  await north.keyboard.press('Escape');
  await north.getByText('1 move queued').waitFor();

  await south.bringToFront();
  await south.focus('[role="gridcell"][tabindex="0"]');
  await south.keyboard.press('/');
  await south.getByLabel('Command', { exact: true }).fill('d-a1-a2');
  await south.keyboard.press('Enter');
  await south.getByRole('status', { name: 'Reply' }).waitFor();
  expect(await violations(south)).toEqual([]);
  await south.getByLabel('Command', { exact: true }).fill('d2-d3');
  await south.keyboard.press('Enter');
  await reaches(south, 6); // the move, and the queued reply
  await south.keyboard.press('Escape');
  expect(await south.getByLabel('Command', { exact: true }).count()).toBe(0);

  await south.getByRole('button', { name: 'Play from here' }).press('Enter');
  await south.waitForURL((url) => url.href !== north.url());
  await alive(south);
  await south.getByText('Only people with this link can join.').waitFor();
  expect(faults).toEqual([]);
});
