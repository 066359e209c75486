import { expect, test } from './fixtures/test.ts';
import { clickMove, waitForSeq } from './game-page.ts';

const STARTED_SEQ = 4; // Created, seated twice, started.

test('a move that was taken back is played again with one press, by the player whose move it is', async ({
  createGame,
}) => {
  const { south, north } = (await createGame(['south', 'north'] as const)).pages;
  const redo = (page: typeof south) => page.getByRole('button', { name: 'Redo' });
  await clickMove(south, { from: 'd2', to: 'd3' });
  await waitForSeq(north, STARTED_SEQ + 1);
  await clickMove(north, { from: 'e7', to: 'e6' });
  await waitForSeq(south, STARTED_SEQ + 2);
  await expect(redo(south)).toHaveCount(0);

  await south.getByRole('button', { name: 'Take back' }).click();
  await north.getByRole('button', { name: 'Accept' }).click();
  await expect(redo(south)).toBeVisible();
  await expect(redo(north)).toHaveCount(0);
  await redo(south).click();
  await expect(north.locator('[data-ply="1"][aria-current]')).toHaveText(/d2.*d3/);

  // The reply was taken back as well, and can be played again in turn.
  await expect(redo(south)).toHaveCount(0);
  await redo(north).click();
  await expect(south.locator('[data-ply="2"][aria-current]')).toHaveText(/e7.*e6/);
  await expect(redo(south)).toHaveCount(0);
});
