import { messages } from '@terrace/messages';
import { bySuite } from '../../../tools/testing/suite.ts';
import { board, expectPly } from './board-state.ts';
import { expect, test } from './fixtures/test.ts';
import { clickMove, STARTED_SEQ } from './game-page.ts';
import { scriptedGame } from './script.ts';
import { openTable } from './tables.ts';

const { setup, script } = bySuite(
  { setup: 'short6', script: () => scriptedGame('short6', 10, 60) } as const,
  { setup: 'long', script: () => scriptedGame('long', 40, 60) } as const,
);

test('two players and a spectator see the same board after each move of a game, and after a reload', async ({
  visit,
}) => {
  const south = await visit('/');
  await openTable(south, { setup: messages.setup[setup], clock: [5, 3], side: messages.side.south });
  const path = new URL(south.url()).pathname;

  const north = await visit('/');
  await north
    .locator(`[data-game="${path.split('/').at(-1)}"]`)
    .getByRole('button', { name: /^Join/ })
    .click();
  await north.waitForURL(south.url());
  const spectator = await visit(path);
  const pages = [south, north, spectator];
  await Promise.all(pages.map((page) => expectPly(page, 1)));

  const { moves, outcome } = script();
  for (const [i, move] of moves.entries()) {
    const mover = i % 2 === 0 ? south : north;
    await expect(board(mover)).toHaveAttribute('data-seq', String(STARTED_SEQ + i));
    await clickMove(mover, move);
    await expectPly(mover, i + 2);
    const position = (await board(mover).getAttribute('data-position')) ?? '';
    await Promise.all(pages.map((page) => expect(board(page)).toHaveAttribute('data-position', position)));
  }

  const seq = String(STARTED_SEQ + moves.length + 1);
  const position = (await board(south).getAttribute('data-position')) ?? '';
  const winner = outcome.kind === 'win' ? outcome.winner : '';
  const expectEnd = (page: typeof south) =>
    Promise.all([
      expect(page.locator(`[data-result="${winner}"]`)).toBeVisible(),
      expect(board(page)).toHaveAttribute('data-position', position),
      expect(board(page)).toHaveAttribute('data-seq', seq),
      expect(page.locator('[data-ply]')).toHaveCount(moves.length),
    ]);
  await Promise.all(pages.map(expectEnd));
  for (const page of pages) {
    await page.reload();
    await expectEnd(page);
  }
});
