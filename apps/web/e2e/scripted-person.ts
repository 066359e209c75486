import { readFile } from 'node:fs/promises';
import { createEngine } from '@terrace/engine';
import {
  formatPosition,
  legalMoves,
  type Move,
  type Position,
  parsePosition,
  pieceAt,
  squareName,
} from '@terrace/rules';
import type { Page } from 'playwright-core';
import { clickMove, shown } from './game-page.ts';

/** How somebody chooses a move; undefined where they have none. */
export type Chooser = (position: Position) => Move | undefined;

const CORE = new URL(import.meta.resolve('@terrace/engine/core.wasm'));

/** Somebody who looks as many nodes far, knows nothing of what was before, and takes no own piece. */
export async function strongPerson(nodes: number): Promise<Chooser> {
  const engine = createEngine(await WebAssembly.compile(await readFile(CORE)));
  return (position) => {
    const game = { rules: position.rules, position: formatPosition(position), earlier: [] };
    const first = engine.search(game, { nodes, lines: 4 }).lines.flatMap(({ moves }) => moves[0] ?? []);
    return first.find((move) => !takesOwn(position, move)) ?? first[0];
  };
}

/** Somebody who plays by lot, but never takes an own piece. */
export const carelessPerson =
  (random: () => number): Chooser =>
  (position) => {
    const moves = legalMoves(position).filter((move) => !takesOwn(position, move));
    return moves[Math.floor(random() * moves.length)];
  };

const takesOwn = (position: Position, { to }: Move): boolean => pieceAt(position, to)?.side === position.turn;

/**
 * Plays South by clicks until the game is over.
 *
 * @returns the side that won, or `draw`
 */
export async function playByClicks(page: Page, choose: Chooser): Promise<string> {
  for (;;) {
    await page.waitForSelector('[data-result], [data-position*=" s "]');
    const result = await page.locator('[data-result]').all();
    if (result[0] !== undefined) return (await result[0].getAttribute('data-result')) ?? '';
    await moveByClicks(page, choose);
  }
}

/** Makes one move by clicks, as soon as it is the turn of the side with this letter. */
export async function playTurn(page: Page, turn: 's' | 'w' | 'n' | 'e', choose: Chooser): Promise<void> {
  await page.waitForSelector(`[data-position*=" ${turn} "]`);
  await moveByClicks(page, choose);
}

async function moveByClicks(page: Page, choose: Chooser): Promise<void> {
  const read = parsePosition((await shown(page)).position);
  if (!read.ok) throw new Error(`the page shows no position: ${read.error.code}`);
  const { size, ply } = read.value;
  const move = choose(read.value);
  if (move === undefined) throw new Error('there is nothing to play');
  await clickMove(page, { from: squareName(size, move.from), to: squareName(size, move.to) });
  await page.waitForSelector(`[data-result], [data-position]:not([data-position$=" ${ply}"])`);
}
