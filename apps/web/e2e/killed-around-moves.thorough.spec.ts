import { expectPly } from './board-state.ts';
import { expect, test } from './fixtures/test.ts';
import { clickMove } from './game-page.ts';
import { type Fate, holdSocket } from './held-socket.ts';
import { expectCompleteLog, openGameOfTwo } from './killed-game.ts';
import { scriptedGame } from './script.ts';

/** The fates of moves when the server is killed, by the index of the move. */
const DEATHS: Readonly<Record<string, ReadonlyMap<number, Fate | 'unplayed'>>> = {
  'before it receives': new Map([
    [2, 'unplayed'],
    [3, 'unsent'],
  ]),
  'while or after it saves': new Map([
    [2, 'unanswered'],
    [3, 'answered'],
  ]),
};

for (const [when, deaths] of Object.entries(DEATHS))
  test(`a server killed ${when} a move neither loses nor repeats a move`, async ({
    ownSite,
    newVisitor,
    pageErrors,
  }) => {
    pageErrors.allow(/ERR_CONNECTION_REFUSED/, /WebSocket connection .* failed/);
    const pages = [await newVisitor(), await newVisitor()] as const;
    const sockets = [await holdSocket(pages[0]), await holdSocket(pages[1])] as const;
    await openGameOfTwo(pages, ownSite.url, 'short6');
    const { moves } = scriptedGame('short6', 8, 12);
    for (const [i, move] of moves.entries()) {
      const [page, socket] = i % 2 === 0 ? [pages[0], sockets[0]] : [pages[1], sockets[1]];
      const death = deaths.get(i);
      await expectPly(page, i + 1);
      if (death === undefined) await clickMove(page, move);
      else if (death === 'unplayed') {
        await ownSite.kill();
        await expect(page.locator('html')).not.toHaveAttribute('data-connected', 'true');
        await clickMove(page, move);
        await ownSite.restart();
      } else {
        const met = socket.decide(death);
        await clickMove(page, move);
        await met;
        await ownSite.kill();
        await ownSite.restart();
      }
      await Promise.all(pages.map((each) => expectPly(each, i + 2)));
    }
    await expect(pages[0].locator('[data-result]')).toBeVisible();
    await expectCompleteLog(pages[0], moves);
  });
