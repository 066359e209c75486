import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { clickMove, plateSays, reaches, shown } from './game-page.ts';
import { gather } from './players.ts';
import { useTestSite } from './test-site.ts';

const env = useTestSite();

/** South's D on c3 stands one level above West's T on b2, diagonally (R9). */
const NEAR_THE_END = "3d'2t'1/8/8/D'6T/8/2d4D/1T'4t1/7c s swne 0 1";
/** North gives the others so much time that only North can run out of it, however slow the machine is today. */
const GIFTS = 4;
const BEGUN = 6 + GIFTS; // created, four times seated, started, and the gifts

test('of four, one is taken, one runs out of time, one resigns, and the last one in wins', async () => {
  const faults: string[] = [];
  const settings = {
    setup: 'custom',
    position: NEAR_THE_END,
    time: { kind: 'clock', initialMs: 15_000, incrementMs: 3_000 },
  } as const;
  const party = await gather(env.browser, env.site.url, ['south', 'west', 'north', 'east'] as const, settings, faults);
  const { south, west, north, east } = party.pages;
  const everyone = (look: (page: Page) => Promise<unknown>) => Promise.all(party.all().map(look));
  for (let gift = 0; gift < GIFTS; gift += 1) await party.say('north', { type: 'give-time' });
  await everyone((page) => reaches(page, BEGUN));

  // West chooses its move while South thinks; it is made as soon as its turn comes.
  await clickMove(west, { from: 'a5', to: 'a6' });
  await west.getByRole('gridcell', { name: /queued to a6/ }).waitFor();
  await clickMove(south, { from: 'h1', to: 'g1' });
  await everyone((page) => reaches(page, BEGUN + 2));
  await clickMove(north, { from: 'd8', to: 'c8' });
  await reaches(east, BEGUN + 3);
  await clickMove(east, { from: 'h5', to: 'h6' });
  await reaches(south, BEGUN + 4);
  await clickMove(south, { from: 'c3', to: 'b2' });
  await everyone((page) => plateSays(page, 'west', 'out: taken'));
  expect(await west.getByRole('button', { name: 'Resign' }).count()).toBe(0);

  // North lets its clock run out.
  await everyone((page) => plateSays(page, 'north', 'out: time'));
  await east.getByRole('button', { name: 'Resign' }).click();
  await east.getByRole('button', { name: 'Yes', exact: true }).click();
  await everyone((page) => page.locator('[data-result="south"]').waitFor());
  await everyone((page) => plateSays(page, 'east', 'out: resigned, 2nd'));

  const end = await shown(south);
  for (const page of party.all()) {
    await page.reload();
    await page.locator('[data-result="south"]').waitFor();
    expect(await shown(page)).toEqual(end);
    const places = await page.getByRole('list', { name: 'Places' }).getByRole('listitem').allTextContents();
    expect(places.map((place) => place.trim().split(/\s+/, 2).join(' '))).toEqual([
      'First: South',
      'Second: East',
      'Third: North',
      'Fourth: West',
    ]);
  }
  party.close();
  expect(faults).toEqual([]);
});
