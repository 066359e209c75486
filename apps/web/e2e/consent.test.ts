import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { alive } from './browser.ts';
import { clickMove, movesShown, plateSays, reaches, shown } from './game-page.ts';
import { cuttableNetwork } from './network-cut.ts';
import { gather } from './players.ts';
import { useTestSite } from './test-site.ts';

const env = useTestSite();

const BEGUN = 5; // created, three times seated, started
const accept = (page: Page) => page.getByRole('button', { name: 'Accept' }).click();

test('three take back, pause, survive a broken connection, agree to a draw and play again with the seats turned', async () => {
  const faults: string[] = [];
  const party = await gather(
    env.browser,
    env.site.url,
    ['south', 'north', 'east'] as const,
    { setup: 'three' },
    faults,
  );
  const { south, north, east } = party.pages;
  const everyone = (look: (page: Page) => Promise<unknown>) => Promise.all(party.all().map(look));
  await everyone((page) => reaches(page, BEGUN));

  // South takes its move back across the two that followed it; all stay in the list, as undone.
  await clickMove(south, { from: 'c1', to: 'c3' });
  await reaches(north, BEGUN + 1);
  await clickMove(north, { from: 'f8', to: 'f6' });
  await reaches(east, BEGUN + 2);
  await clickMove(east, { from: 'h3', to: 'g3' });
  await reaches(south, BEGUN + 3);
  await south.getByRole('button', { name: 'Take back' }).click();
  await accept(north);
  await east.getByText('2 of 3 agree.').waitFor();
  await accept(east);
  await everyone((page) => page.locator('[data-undone="3"]').waitFor());
  await everyone(async (page) => expect(await movesShown(page)).toBe(0));
  await clickMove(south, { from: 'd1', to: 'd3' });
  await everyone((page) => page.locator('[data-ply="1"][aria-current]').waitFor());

  // A pause by consent: the clocks rest and no piece can be picked up until all want to go on.
  await north.getByRole('button', { name: 'More', exact: true }).click();
  await north.getByRole('button', { name: 'Pause' }).click();
  await accept(south);
  await accept(east);
  await everyone((page) => page.getByText(/^Resumes by itself in/).waitFor());
  await north
    .getByRole('gridcell', { name: /can move/ })
    .first()
    .waitFor({ state: 'detached' });
  await east.getByRole('button', { name: 'Resume' }).click();
  await accept(south);
  await accept(north);
  await north
    .getByRole('gridcell', { name: /can move/ })
    .first()
    .waitFor();

  // North's connection breaks in its turn: the others see it, and the move made meanwhile arrives after all.
  const network = await cuttableNetwork(north);
  await alive(north);
  await north
    .getByRole('gridcell', { name: /can move/ })
    .first()
    .waitFor();
  const before = await shown(east);
  await network.cut();
  await plateSays(east, 'north', 'away');
  await clickMove(north, { from: 'f8', to: 'f6' });
  await north.locator('[data-ply="2"]').waitFor();
  await network.mend();
  await everyone((page) => reaches(page, before.seq + 1));
  await everyone((page) => page.locator('[data-ply="2"][aria-current]').waitFor());

  // A draw takes the word of everyone still in.
  await south.getByRole('button', { name: 'Draw', exact: true }).click();
  await accept(east);
  await accept(north);
  await everyone((page) => page.getByRole('heading', { name: 'A draw' }).waitFor());

  // The rematch begins with the last consent, and all three are there, each one seat further.
  await east.getByRole('button', { name: 'Rematch' }).click();
  await accept(south);
  await accept(north);
  await everyone((page) => page.waitForURL((url) => url.href !== party.url));
  expect(new Set(party.all().map((page) => page.url())).size).toBe(1);
  await everyone((page) => reaches(page, BEGUN));
  await plateSays(south, 'north', 'you');
  await plateSays(north, 'east', 'you');
  await plateSays(east, 'south', 'you');
  party.close();
  expect(faults).toEqual([]);
});
