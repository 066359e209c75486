import type { Browser, Page } from '@playwright/test';
import { messages } from '@terrace/messages';
import { localMessages } from '@terrace/messages/local';
import { aGame } from '@terrace/testing/games';
import { waitUntilReady } from '../../apps/web/e2e/browser.ts';
import { connectSocket } from '../../apps/web/e2e/socket-client.ts';
import { type MeasuredPage, watchedPage } from './page.ts';

const TIME = { kind: 'clock', initialMs: 3_600_000, incrementMs: 0 } as const;

/** A game page of South; North plays through the server. */
export async function gamePage(browser: Browser, site: string): Promise<MeasuredPage & { stop(): void }> {
  const page = await watchedPage(browser);
  const host = await connectSocket(page.context(), site);
  const guest = await connectSocket(await browser.newContext(), site);
  const { gameId } = await aGame(site).among(host, guest).with({ time: TIME }).started();
  await page.goto(`${site}/game/${gameId}`);
  await waitUntilReady(page);
  return {
    name: 'game page',
    page,
    place: await places(page),
    answer: ({ from, to }, ply) => guest.commandOrThrow(gameId, { type: 'move', ply: ply + 1, from, to }),
    stop: () => {
      host.close();
      guest.close();
    },
  };
}

/** A game on one screen: the same board without a server. */
export async function localPage(browser: Browser, site: string): Promise<MeasuredPage> {
  const page = await watchedPage(browser);
  await page.goto(`${site}/local`);
  await waitUntilReady(page);
  await page.getByRole('radio', { name: localMessages().boards.stays }).check({ force: true });
  await page.getByRole('button', { name: messages.common.startGame, exact: true }).click();
  await page.waitForSelector('[data-square]');
  return { name: 'pass and play', page, place: await places(page), answer: undefined };
}

async function places(page: Page): Promise<MeasuredPage['place']> {
  const squares = await page.locator('[data-square]').all();
  const found = await Promise.all(
    squares.map(async (square) => [await square.getAttribute('data-square'), await square.boundingBox()] as const),
  );
  return async (name) => {
    const box = found.find(([square]) => square === name)?.[1];
    if (box === undefined || box === null) throw new Error(`${name} is not on the screen`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
}
