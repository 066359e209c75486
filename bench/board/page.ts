import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { z } from 'zod';
import type { Move } from '../../apps/web/e2e/script.ts';

/** Slows the processor to that of a mid-range phone. */
export const SLOWER = 4;

/** How long the pointer rests on a square before a press, so that its hover effects are already painted. */
const REST_MS = 120;
const HELD_MS = 40;
/** Longer than the animation of a piece on either board. */
const TRAVEL_MS = 400;

/** A press that selects or moves, by a resting or an arriving pointer, or the opponent's move. */
export const KINDS = ['select', 'move', 'select at once', 'move at once', 'receive'] as const;
type Kind = (typeof KINDS)[number];

const Taken = z.object({
  samples: z.array(z.object({ kind: z.enum(KINDS), ms: z.number(), frames: z.number(), presentedMs: z.number() })),
  tasks: z.array(z.number()),
});
export type Taken = z.infer<typeof Taken>;

export type MeasuredPage = {
  readonly name: string;
  readonly page: Page;
  place(square: string): Promise<{ x: number; y: number }>;
  readonly answer: ((move: Move, ply: number) => Promise<unknown>) | undefined;
};

/** A page that measures itself, in its own browser context. */
export async function watchedPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.addInitScript({ path: new URL('watch.js', import.meta.url).pathname });
  return page;
}

/**
 * Plays moves on a board; the pointer rests before every other manual move. `first`: the ply of the first move, 0 at
 * the start of the game. Only this page is slowed, because slowed pages also take processor time while nothing happens.
 */
export async function play(board: MeasuredPage, moves: readonly Move[], first: number): Promise<Taken> {
  const { page, answer } = board;
  await page.bringToFront();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  for (const [n, move] of moves.entries()) {
    const ply = first + n;
    if (answer !== undefined && ply % 2 === 1) {
      await page.evaluate("watch.await('receive')");
      await answer(move, ply);
      await page.evaluate('watch.done');
    } else {
      const rests = answer === undefined ? n % 2 === 0 : n % 4 === 0;
      await press(board, move.from, 'select', rests);
      await press(board, move.to, 'move', rests);
    }
    await delay(TRAVEL_MS);
  }
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await devtools.detach();
  return Taken.parse(await page.evaluate('watch.take()'));
}

async function press({ page, place }: MeasuredPage, square: string, what: 'select' | 'move', rests: boolean) {
  const { x, y } = await place(square);
  const kind: Kind = rests ? what : `${what} at once`;
  await page.evaluate(`watch.await('${kind}')`);
  await page.mouse.move(x, y);
  if (rests) await delay(REST_MS);
  await page.mouse.down();
  await delay(HELD_MS);
  await page.mouse.up();
  await page.evaluate('watch.done');
}
