import { type History, historyOutcome, type Move, type Position, type Side, sidesIn } from '@terrace/rules';
import {
  type Chances,
  certainWin,
  chancesByWorth,
  equalChances,
  expectation,
  type ProvedWin,
  provedPlies,
} from './chance.ts';
import type { Line } from './thought.ts';

/** What a position is worth to each side, and how it is played best. */
export type Judgement = {
  readonly chances: Chances;
  readonly proved: ProvedWin | undefined;
  /** Best play from here; empty where the game is over. */
  readonly line: readonly Move[];
};

/**
 * What a searched line says of its position.
 *
 * @param worth what the position at the end of the line is worth to each side still in there, of three and four sides: the
 *   score of such a search is that of the side to move against all others together, and says nothing of how they stand to
 *   each other
 */
export function judge(position: Position, { score, moves }: Line, worth: ReadonlyMap<Side, number>): Judgement {
  const { turn } = position;
  const sides = sidesIn(position);
  const plies = provedPlies(score);
  const winner = winnerOf(turn, sides, plies);
  if (winner !== undefined) {
    return { chances: certainWin(winner, sides), proved: { side: winner, plies: Math.abs(plies ?? 0) }, line: moves };
  }
  const own = expectation(score);
  const byScore = new Map(sides.map((side) => [side, side === turn ? own : 1 - own]));
  return { chances: sides.length === 2 ? byScore : chancesByWorth(worth), proved: undefined, line: moves };
}

/** What the end of a game says of its last position; undefined while it goes on. */
export function judgeEnd(history: History): Judgement | undefined {
  const end = historyOutcome(history);
  if (end === undefined) return undefined;
  const sides = sidesIn(history.position);
  const chances = end.kind === 'win' ? certainWin(end.winner, sides) : equalChances(sides);
  return { chances, proved: undefined, line: [] };
}

/** A proved loss of one among three is not yet anybody's win. */
function winnerOf(turn: Side, sides: readonly Side[], plies: number | undefined): Side | undefined {
  if (plies === undefined) return undefined;
  if (plies >= 0) return turn;
  return sides.length === 2 ? sides.find((side) => side !== turn) : undefined;
}
