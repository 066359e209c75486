import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { createEngine, type Limits, searchedGame } from '@terrace/engine';
import { fold } from '@terrace/game';
import { type History, type Move, type Position, pieceAt, squareName } from '@terrace/rules';
import { clickMove, fetchEvents } from './game-page.ts';

export type Chooser = (history: History) => Move | undefined;

const CORE = new URL(import.meta.resolve('@terrace/engine/core.wasm'));

/** Searches this number of nodes, and never captures an own piece. */
export const strongPerson = (nodes: number): Promise<Chooser> =>
  chooserBy({ nodes, lines: 2 }, (moves, isSane) => moves.find(isSane));

/** Searches three plies deep and plays the worst move, to lose soon. Never captures an own piece. */
export const hopelessPerson = (): Promise<Chooser> =>
  chooserBy({ depth: 3, lines: 64 }, (moves, isSane) => moves.findLast(isSane));

/** @param choose selects one of the moves, best first; without one, the best is played */
async function chooserBy(
  limits: Limits,
  choose: (moves: readonly Move[], isSane: (move: Move) => boolean) => Move | undefined,
): Promise<Chooser> {
  const engine = createEngine(await WebAssembly.compile(await readFile(CORE)));
  return (history) => {
    const found = engine.search(searchedGame(history), limits).lines.flatMap(({ moves }) => moves[0] ?? []);
    return choose(found, (move) => !takesOwn(history.position, move)) ?? found[0];
  };
}

const takesOwn = (position: Position, { to }: Move): boolean => pieceAt(position, to)?.side === position.turn;

/** Plays South with clicks until the game is over. @returns the side that won, or `draw` */
export async function playByClicks(page: Page, choose: Chooser): Promise<string> {
  for (;;) {
    await page.waitForSelector('[data-result], [data-position*=" s "]');
    const result = await page.locator('[data-result]').all();
    if (result[0] !== undefined) return (await result[0].getAttribute('data-result')) ?? '';
    await moveByClicks(page, choose);
  }
}

async function moveByClicks(page: Page, choose: Chooser): Promise<void> {
  const history = await historyOf(page);
  const { size, ply } = history.position;
  const move = choose(history);
  if (move === undefined) throw new Error('there is no legal move');
  await clickMove(page, { from: squareName(size, move.from), to: squareName(size, move.to) });
  await page.waitForSelector(`[data-result], [data-position]:not([data-position$=" ${ply}"])`);
}

async function historyOf(page: Page): Promise<History> {
  const state = fold(null, await fetchEvents(page));
  if (state === null) throw new Error('the game has no events');
  return state.history;
}
