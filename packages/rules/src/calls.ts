import { tInDanger } from './core/attack.ts';
import { gridOf } from './core/grid.ts';
import { type History, historyOutcome, playOn, startHistory } from './history.ts';
import { legalMoves } from './legal.ts';
import { core, type Position, sidesIn } from './position.ts';
import { type Side, sideIndex } from './sides.ts';

/** What players say aloud about a position. */
export interface Calls {
  /** Sides whose T an opponent could take as the board stands, in turn order (R18). */
  readonly terrace: readonly Side[];
  /** The side to move cannot save its T (R19). */
  readonly mate: boolean;
}

const NO_CALLS: Calls = { terrace: [], mate: false };

/** "Terrace" and "Terrace-mate" in a position; silence once the game is over (R18, R19). */
export const calls = (position: Position): Calls => historyCalls(startHistory(position));

/** The same where a move may also save the T by repeating the position for the third time (R16, R19). */
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

/** Whether some move wins or draws at once, or leaves the mover in the game with its T safe; losing the own T is none (R19). */
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
