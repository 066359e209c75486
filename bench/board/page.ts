import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { z } from 'zod';
import type { Move } from '../../apps/web/e2e/script.ts';

/** The processor is slowed so many times, as a middling phone's would be. */
export const SLOWER = 4;

/** A pointer rests so long on a square before it presses, in ms: what its coming changed is painted by then. */
const REST_MS = 120;
/** Between press and release, as of a finger or a mouse. */
const HELD_MS = 40;
/** Longer than either board's pieces travel. */
const TRAVEL_MS = 400;

/** What was done: a press that selects or moves, by a pointer that rested there or had just come, or the opponent's move. */
export const KINDS = ['select', 'move', 'select at once', 'move at once', 'receive'] as const;
type Kind = (typeof KINDS)[number];

const Taken = z.object({
  samples: z.array(z.object({ kind: z.enum(KINDS), ms: z.number(), frames: z.number(), presentedMs: z.number() })),
  tasks: z.array(z.number()),
});
export type Taken = z.infer<typeof Taken>;

/** A board in a page: what is measured, ours or another. */
export type MeasuredPage = {
  readonly name: string;
  readonly page: Page;
  /** Middle of a square on the screen. */
  place(square: string): Promise<{ x: number; y: number }>;
  /** Makes the opponent's move; undefined where both sides are played by hand. */
  readonly answer: ((move: Move, ply: number) => Promise<unknown>) | undefined;
};

/** A page that takes its own times, in a browser context of its own. */
export async function watchedPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.addInitScript({ path: new URL('watch.js', import.meta.url).pathname });
  return page;
}

export async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
}

/** Plays these moves on a board, every other turn of the hand without a rest. `first`: ply of the first of them, 0 for the game's first. */
export async function play(board: MeasuredPage, moves: readonly Move[], first: number): Promise<Taken> {
  const { page, answer } = board;
  await page.bringToFront();
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
