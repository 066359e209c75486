import type { Page } from '@playwright/test';
import type { Settings } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { violations } from './axe.ts';
import { alive } from './browser.ts';
import { reaches, shown } from './game-page.ts';
import { chooseByKeys, dragMove, typeMove } from './move-input.ts';
import { gather } from './players.ts';
import { useTestSite } from './test-site.ts';

const env = useTestSite();
/** Created, twice seated, started. */
const BEGUN = 4;
const START = '7T/8/8/5a2/4c3/3d4/1b6/t7';
/** South's C on e4 can take its A on f5, and its B on b2 its T on a1. */
const settings: Partial<Settings> = { setup: 'custom', position: `${START} s sn 0 1`, time: null };
const TAKEN = '7T/8/8/5c2/8/3d4/1b6/t7';

const square = (page: Page, name: string) => page.locator(`[data-square="${name}"]`);
const stands = async (page: Page, placement: string) =>
  expect((await shown(page)).position.split(' ')[0]).toBe(placement);
const says = (page: Page, text: string) => page.locator('.sentence', { hasText: text }).waitFor();

async function players(faults: string[]) {
  const party = await gather(env.browser, env.site.url, ['south', 'north'] as const, settings, faults);
  await reaches(party.pages.south, BEGUN);
  await party.pages.south.bringToFront();
  return party;
}

test('an own piece is selected by a click and taken by a second one, which can be undone for a second', async () => {
  const faults: string[] = [];
  const party = await players(faults);
  const { south, north } = party.pages;

  await square(south, 'e4').click();
  await square(south, 'f5').click();
  await says(south, 'Click again to take your own A with the C on e4.');
  const selected = south.locator('[data-square="f5"][aria-selected="true"]');
  await selected.waitFor();
  expect(await selected.getAttribute('aria-label')).toContain('selected, choose again to take it');
  expect(await violations(south)).toEqual([]);
  await stands(south, START);

  // The seconds are the test's, so that a slow machine has time to undo.
  await south.clock.install();
  await south.clock.pauseAt(Date.now() + 5000);
  await square(south, 'f5').click();
  await stands(south, TAKEN);
  await south.getByRole('button', { name: 'Undo', exact: true }).click();
  await stands(south, START);

  await square(south, 'e4').click();
  await square(south, 'f5').click();
  await square(south, 'f5').click();
  await stands(south, TAKEN);
  await south.keyboard.press('Escape');
  await stands(south, START);
  await south.clock.runFor(2000);
  // The piece that could be taken moves like any other.
  await square(south, 'e4').click();
  await square(south, 'f5').click();
  await square(south, 'f6').click();
  await reaches(north, BEGUN + 1);
  await stands(north, '7T/8/5a2/8/4c3/3d4/1b6/t7');
  party.close();
  expect(faults).toEqual([]);
});

test('when its second is over an own capture is made; Enter twice is as good as two clicks, in 3D too', async () => {
  const faults: string[] = [];
  const party = await players(faults);
  const { south, north } = party.pages;
  await south.getByRole('radio', { name: '3D' }).check({ force: true });
  // A small window: without a GPU each frame of the 3D board takes a while.
  await south.setViewportSize({ width: 760, height: 520 });
  await south.waitForFunction(() => {
    const boards = [...document.querySelectorAll<HTMLElement>('[data-position]')];
    return boards.length === 1 && boards[0]?.dataset.view === '3d';
  });
  await square(south, 'a1').focus();
  await chooseByKeys(south, 'e4');
  await chooseByKeys(south, 'f5');
  await says(south, 'Click again to take your own A');
  await stands(south, START);
  await south.keyboard.press('Enter');
  await reaches(north, BEGUN + 1);
  await stands(north, TAKEN);
  party.close();
  expect(faults).toEqual([]);
});

test('a drag takes an own piece at once, a typed move is sent at once, and the own T is asked about', async () => {
  const faults: string[] = [];
  const party = await players(faults);
  const { south, north } = party.pages;
  await square(south, 'b2').click();
  await square(south, 'a1').click();
  await says(south, 'Click again to take your own T');
  await square(south, 'a1').click();
  await south.getByRole('group', { name: 'Take your own T? You lose the game.' }).waitFor();
  await south.keyboard.press('Escape');
  await dragMove(south, { from: 'b2', to: 'a1' });
  await south.getByRole('button', { name: 'No', exact: true }).click();
  await stands(south, START);

  await dragMove(south, { from: 'e4', to: 'f5' });
  await stands(south, TAKEN);
  await south.keyboard.press('Escape');
  await stands(south, START);
  await typeMove(south, { from: 'e4', to: 'f5' });
  expect(await south.getByRole('button', { name: 'Undo', exact: true }).count()).toBe(0);
  await reaches(north, BEGUN + 1);
  await stands(north, TAKEN);
  party.close();
  expect(faults).toEqual([]);
});

test('who wants to confirm each move does so by a second click on its target', async () => {
  const faults: string[] = [];
  const party = await players(faults);
  const { south, north } = party.pages;
  await south.goto(`${env.site.url}/settings`);
  await alive(south);
  await south
    .getByRole('group', { name: 'Confirm moves' })
    .getByRole('radio', { name: 'Always' })
    .check({ force: true });
  await south.getByRole('status').getByText('Saved').waitFor();
  await south.goto(party.url);
  await reaches(south, BEGUN);
  await square(south, 'd3').click();
  await square(south, 'd4').click();
  await south.getByRole('group', { name: /^Play d3 to d4\? A second click on d4 confirms/ }).waitFor();
  await stands(south, START);
  await square(south, 'd4').click();
  await reaches(north, BEGUN + 1);
  await stands(north, '7T/8/8/5a2/3dc3/8/1b6/t7');
  party.close();
  expect(faults).toEqual([]);
});
