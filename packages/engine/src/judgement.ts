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

export type Judgement = {
  readonly chances: Chances;
  readonly proved: ProvedWin | undefined;
  /** Best play from here; empty after the end of the game. */
  readonly line: readonly Move[];
};

/** @param worth of each side at the end of the line, used only with three or four sides */
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

/** The judgement of a game's last position; undefined in a game that continues. */
export function judgeEnd(history: History): Judgement | undefined {
  const end = historyOutcome(history);
  if (end === undefined) return undefined;
  const sides = sidesIn(history.position);
  const chances = end.kind === 'win' ? certainWin(end.winner, sides) : equalChances(sides);
  return { chances, proved: undefined, line: [] };
}

/** With three sides in play, a proved loss of one is not a win of another. */
function winnerOf(turn: Side, sides: readonly Side[], plies: number | undefined): Side | undefined {
  if (plies === undefined) return undefined;
  if (plies >= 0) return turn;
  return sides.length === 2 ? sides.find((side) => side !== turn) : undefined;
}
