import type { Side } from '@terrace/rules';
import { PROVED, WIN } from './thought.ts';

/** Expected results, which add up to 1: a win counts 1, a draw is divided among the sides in play. */
export type Chances = ReadonlyMap<Side, number>;

/** A proved result: the winner, and the plies to the win with best play. */
export type ProvedWin = { readonly side: Side; readonly plies: number };

/**
 * Hundredths of the smallest piece that give odds of e to 1 after a search, fitted to games of two equal computers with a
 * random move in 25 (`bench/engine/calibrate.ts`).
 */
const POINTS_OF_ODDS = 900;

/** The expected result of a side that leads by `score`: a logistic curve, the usual model. */
export const expectation = (score: number): number => 1 / (1 + Math.exp(-score / POINTS_OF_ODDS));

/** The same with more than two sides, where a lead is less certain. */
const POINTS_OF_ODDS_OF_MANY = 1000;

/** Chances of three or four sides from the worth of their positions; only differences matter. */
export function chancesByWorth(worth: ReadonlyMap<Side, number>): Chances {
  const most = Math.max(...worth.values());
  const odds = new Map([...worth].map(([side, points]) => [side, Math.exp((points - most) / POINTS_OF_ODDS_OF_MANY)]));
  const sum = [...odds.values()].reduce((all, each) => all + each, 0);
  return new Map([...odds].map(([side, each]) => [side, each / sum]));
}

export const certainWin = (winner: Side, sides: readonly Side[]): Chances =>
  new Map(sides.map((side) => [side, side === winner ? 1 : 0]));

export const equalChances = (sides: readonly Side[]): Chances => new Map(sides.map((side) => [side, 1 / sides.length]));

/** Plies to a proved win of the side to move, negative for a proved loss; undefined if nothing is proved. */
export function provedPlies(score: number): number | undefined {
  if (Math.abs(score) < PROVED) return undefined;
  return score > 0 ? WIN - score : -(WIN + score);
}
