import type { Side } from '@terrace/rules';
import { PROVED, WIN } from './thought.ts';

/**
 * What each side still in can expect of a game, adding up to 1: a win counts 1, a draw is shared by all who are in. With
 * two sides it is the chance to win, and half of that to draw.
 */
export type Chances = ReadonlyMap<Side, number>;

/** An end that is proved: who wins, and in how many plies at best play. */
export type ProvedWin = { readonly side: Side; readonly plies: number };

/**
 * A lead of so many points, in hundredths of the smallest piece, makes the odds e to 1: what the evaluation's network was
 * trained to mean by them (`--unit` of `bench/engine/train.ts`).
 */
const POINTS_OF_ODDS = 400;

/** What somebody can expect who leads the other by `score`, by a logistic curve: the usual model of results by points. */
export const expectation = (score: number): number => 1 / (1 + Math.exp(-score / POINTS_OF_ODDS));

/** The same where several sides have their worth each: much can still happen between them. */
const POINTS_OF_ODDS_OF_MANY = 600;

/** The chances of three and four sides whose positions are worth so many points each; only differences count. */
export function chancesByWorth(worth: ReadonlyMap<Side, number>): Chances {
  const most = Math.max(...worth.values());
  const odds = new Map([...worth].map(([side, points]) => [side, Math.exp((points - most) / POINTS_OF_ODDS_OF_MANY)]));
  const sum = [...odds.values()].reduce((all, each) => all + each, 0);
  return new Map([...odds].map(([side, each]) => [side, each / sum]));
}

/** One side wins for certain. */
export const certainWin = (winner: Side, sides: readonly Side[]): Chances =>
  new Map(sides.map((side) => [side, side === winner ? 1 : 0]));

/** Nobody stands better than anybody else, as in a draw. */
export const equalChances = (sides: readonly Side[]): Chances => new Map(sides.map((side) => [side, 1 / sides.length]));

/** Whether a score is a proved win for the side to move, and in how many plies; negative for a proved loss. */
export function provedPlies(score: number): number | undefined {
  if (Math.abs(score) < PROVED) return undefined;
  return score > 0 ? WIN - score : -(WIN + score);
}
