import type { Page } from '@playwright/test';
import { waitUntilReady } from './browser.ts';
import { expect, test } from './fixtures/test.ts';
import { clickMove, readShownState, waitForPlateText, waitForSeq } from './game-page.ts';
import { cuttableNetwork } from './network-cut.ts';

const STARTED_SEQ = 5; // Created, seated three times, started.
const accept = (page: Page) => page.getByRole('button', { name: 'Accept' }).click();

test('three players take back, pause, survive a broken connection, agree to a draw and play a rematch with rotated seats', async ({
  createGame,
}) => {
  const game = await createGame(['south', 'north', 'east'] as const, { setup: 'three' });
  const { south, north, east } = game.pages;
  const everyone = (check: (page: Page) => Promise<unknown>) => Promise.all(game.allPages().map(check));
  const movable = north.getByRole('gridcell', { name: /can move/ });
  await everyone((page) => waitForSeq(page, STARTED_SEQ));

  // South takes back its move and the two after it. All stay in the list, marked as undone.
  await clickMove(south, { from: 'c1', to: 'c3' });
  await waitForSeq(north, STARTED_SEQ + 1);
  await clickMove(north, { from: 'f8', to: 'f6' });
  await waitForSeq(east, STARTED_SEQ + 2);
  await clickMove(east, { from: 'h3', to: 'g3' });
  await waitForSeq(south, STARTED_SEQ + 3);
  await south.getByRole('button', { name: 'Take back' }).click();
  await accept(north);
  await expect(east.getByText('2 of 3 agree.')).toBeVisible();
  await accept(east);
  await everyone((page) => expect(page.locator('[data-undone="3"]')).toBeVisible());
  await everyone((page) => expect(page.locator('[data-ply]')).toHaveCount(0));
  await clickMove(south, { from: 'd1', to: 'd3' });
  await everyone((page) => expect(page.locator('[data-ply="1"][aria-current]')).toBeVisible());

  // A pause by consent: the clocks stop and no piece can be selected until all players resume.
  await north.getByRole('button', { name: 'More', exact: true }).click();
  await north.getByRole('button', { name: 'Pause' }).click();
  await accept(south);
  await accept(east);
  await everyone((page) => expect(page.getByText(/^Resumes automatically in/)).toBeVisible());
  await expect(movable).toHaveCount(0);
  await east.getByRole('button', { name: 'Resume' }).click();
  await accept(south);
  await accept(north);
  await expect(movable.first()).toBeVisible();

  // North's connection breaks during its turn. The others see that, and the move that North makes offline arrives
  // afterwards.
  const network = await cuttableNetwork(north);
  await waitUntilReady(north);
  await expect(movable.first()).toBeVisible();
  const before = await readShownState(east);
  await network.cut();
  await waitForPlateText(east, 'north', 'away');
  await clickMove(north, { from: 'f8', to: 'f6' });
  await expect(north.locator('[data-ply="2"]')).toBeVisible();
  await network.restore();
  await everyone((page) => waitForSeq(page, before.seq + 1));
  await everyone((page) => expect(page.locator('[data-ply="2"][aria-current]')).toBeVisible());

  // A draw needs the consent of every player still in the game.
  await south.getByRole('button', { name: 'Draw', exact: true }).click();
  await accept(east);
  await accept(north);
  await everyone((page) => expect(page.getByRole('heading', { name: 'Draw by agreement' })).toBeVisible());

  // The rematch starts with the last consent and takes all three players along, each one seat further.
  await east.getByRole('button', { name: 'Rematch' }).click();
  await accept(south);
  await accept(north);
  await everyone((page) => expect(page).not.toHaveURL(game.url));
  await everyone((page) => expect(page).toHaveURL(south.url()));
  await everyone((page) => waitForSeq(page, STARTED_SEQ));
  await waitForPlateText(south, 'north', 'you');
  await waitForPlateText(north, 'east', 'you');
  await waitForPlateText(east, 'south', 'you');
});
