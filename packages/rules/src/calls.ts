import { tInDanger } from './core/attack.ts';
import { gridOf } from './core/grid.ts';
import { type History, historyOutcome, playOn, startHistory } from './history.ts';
import { legalMoves } from './legal.ts';
import { core, type Position, sidesIn } from './position.ts';
import { type Side, sideIndex } from './sides.ts';

export interface Calls {
  /** Sides whose T an opponent could capture on this board, in turn order (R18). */
  readonly terrace: readonly Side[];
  /** The side to move cannot save its T (R19). */
  readonly mate: boolean;
}

const NO_CALLS: Calls = { terrace: [], mate: false };

/** The calls in a position; none after the end of the game (R18, R19). */
export const calls = (position: Position): Calls => historyCalls(startHistory(position));

/** Like `calls`, but a move may also save the T by a third repetition (R16, R19). */
export function historyCalls(history: History): Calls {
  if (historyOutcome(history)) return NO_CALLS;
  const { position } = history;
  const terrace = sidesIn(position).filter((side) => inDanger(position, side));
  return { terrace, mate: terrace.includes(position.turn) && !hasEscape(history) };
}

const inDanger = (position: Position, side: Side): boolean => {
  const { ruleFlags, words } = position[core];
  return tInDanger(gridOf(position.size), ruleFlags, words, sideIndex[side]);
};

/** Whether a move ends the game without a loss, or leaves the mover in play with its T safe (R19). */
function hasEscape(history: History): boolean {
  const mover = history.position.turn;
  return legalMoves(history.position).some((move) => {
    const played = playOn(history, move);
    if (!played.ok) return false;
    const end = historyOutcome(played.value);
    if (end) return end.kind === 'draw' || end.winner === mover;
    const { position } = played.value;
    return !position.out.includes(mover) && !inDanger(position, mover);
  });
}
