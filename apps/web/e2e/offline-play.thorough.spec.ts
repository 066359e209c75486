import { messages } from '@terrace/messages';
import { learnMessages } from '@terrace/messages/learn';
import { localMessages } from '@terrace/messages/local';
import { board, square } from './board-state.ts';
import { expect, test } from './fixtures/test.ts';
import { clickMove } from './game-page.ts';
import { readyForOffline } from './offline.ts';
import { button, configureGame, start, waitForTurn } from './pass-and-play.ts';
import { scriptedGame } from './script.ts';

test('after one visit, games against a person and a computer, lessons and reloads work offline', async ({
  site,
  newVisitor,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED/, /WebSocket connection .* failed/, /status of 503/);
  const page = await newVisitor({ serviceWorkers: 'allow' });
  const context = page.context();
  await page.goto(site.url);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await readyForOffline(page);
  await context.setOffline(true);

  await page.goto(`${site.url}/local`);
  await expect(page.getByText(messages.site.connection.offline, { exact: true })).toBeVisible();
  await page.getByLabel(messages.common.setup).selectOption({ label: messages.setup.short6 });
  await start(page);
  const { moves } = scriptedGame('short6', 8, 60);
  for (const move of moves) await clickMove(page, move);
  await expect(page.locator('[data-result]')).toBeVisible();
  const position = (await board(page).getAttribute('data-position')) ?? '';
  await page.reload();
  await expect(page.locator('[data-result]')).toBeVisible();
  await expect(board(page)).toHaveAttribute('data-position', position);
  await expect(page.locator('[data-ply]')).toHaveCount(moves.length);

  await button(page, messages.common.newGame).click();
  await configureGame(page, messages.setup.long, { north: '1 · Beginner' });
  await start(page);
  await expect(page.locator('[data-plate="north"]')).toContainText('Computer 1');
  await clickMove(page, { from: 'd2', to: 'd3' });
  await waitForTurn(page, 's', 3);
  await expect(page.locator('[data-ply]')).toHaveCount(2);
  await button(page, localMessages().undo).click();
  await waitForTurn(page, 's', 1);
  await button(page, localMessages().redo).click();
  await waitForTurn(page, 's', 3);
  // The game continues where it stopped, even if the page was closed while the computer was thinking.
  await clickMove(page, { from: 'e2', to: 'e3' });
  await page.reload();
  await waitForTurn(page, 's', 5);
  await expect(page.locator('[data-ply]')).toHaveCount(4);
  await button(page, messages.common.resign).click();
  await button(page, messages.game.yes).click();
  await expect(page.getByRole('heading', { name: /^You lost/ })).toBeVisible();

  await page.goto(`${site.url}/learn`);
  await square(page, 'a8').click();
  await expect(page.getByText(learnMessages().lessons.heights.done)).toBeVisible();

  await page.goto(`${site.url}/game/000000000000`);
  const offline = page.getByRole('heading', { name: messages.offline.title });
  await expect(offline).toBeVisible();
  // The retry fails. The page retries once it is connected, and then has another heading.
  const loaded = page.waitForEvent('load');
  await button(page, messages.common.tryAgain).click();
  await loaded;
  await expect(offline).toBeVisible();
  pageErrors.allow(/game\/000000000000: .*404/);
  await context.setOffline(false);
  await expect(offline).toHaveCount(0);
  await page.goto(`${site.url}/local`);
  await expect(page.locator('html')).toHaveAttribute('data-connected', 'true');
});
