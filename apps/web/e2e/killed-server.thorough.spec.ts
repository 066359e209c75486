import { setTimeout as passing } from 'node:timers/promises';
import { seededRandom } from '@terrace/testing/random';
import { expectPly } from './board-state.ts';
import { expect, test } from './fixtures/test.ts';
import { clickMove } from './game-page.ts';
import { expectCompleteLog, openGameOfTwo } from './killed-game.ts';
import { scriptedGame } from './script.ts';

/** The maximum time from a click to killing the server; an answer takes about 10 ms. */
const SOON_MS = 25;
const DEATHS = 5;

test('a server killed at random moments around moves of a long game neither loses nor repeats a move', async ({
  ownSite,
  newVisitor,
  pageErrors,
}, info) => {
  pageErrors.allow(/ERR_CONNECTION_REFUSED/, /WebSocket connection .* failed/);
  const seed = Number(process.env.SEED ?? Date.now() % 100_000);
  info.annotations.push({ type: 'seed', description: String(seed) });
  process.stdout.write(`killed-server: SEED=${seed}\n`);
  const random = seededRandom(seed);
  const pages = [await newVisitor(), await newVisitor()] as const;
  await openGameOfTwo(pages, ownSite.url, 'long');
  const { moves } = scriptedGame('long', 40, 60);
  const deaths = Array.from({ length: DEATHS }, (_, i) => 3 + i * 7 + Math.floor(random() * 5));
  for (const [i, move] of moves.entries()) {
    const page = pages[i % 2 === 0 ? 0 : 1];
    await expectPly(page, i + 1);
    await clickMove(page, move);
    if (deaths.includes(i)) {
      await passing(random() * SOON_MS);
      await ownSite.kill();
      await ownSite.restart();
    }
    await Promise.all(pages.map((each) => expectPly(each, i + 2)));
  }
  await expect(pages[0].locator('[data-result]')).toBeVisible();
  await expectCompleteLog(pages[0], moves);
});
