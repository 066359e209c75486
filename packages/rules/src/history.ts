import { REPETITION_WORDS } from './core/layout.ts';
import type { Illegal } from './illegal.ts';
import type { Move } from './legal.ts';
import { type Outcome, outcome } from './outcome.ts';
import { play, removeSide } from './play.ts';
import { core, type Position } from './position.ts';
import { err, ok, type Result } from './result.ts';
import type { Side } from './sides.ts';

/** The moments of a game as an immutable list: each move adds one object with a link to the previous one. */
export interface History {
  readonly position: Position;
  readonly parent: History | undefined;
  /** The last move; undefined at the start and after a departure (R15). */
  readonly move: Move | undefined;
  readonly left: Side | undefined;
  /** Number of occurrences so far, including this one, of the same pieces, side to move and sides in play (R16). */
  readonly times: number;
}

export const startHistory = (position: Position): History => ({
  position,
  parent: undefined,
  move: undefined,
  left: undefined,
  times: 1,
});

/** The history after a move. A draw by repetition is known only here, not in the position. */
export function playOn(history: History, move: Move): Result<History, Illegal> {
  if (isThirdTime(history)) return err({ code: 'game-over' });
  const played = play(history.position, move);
  if (!played.ok) return played;
  const position = played.value;
  return ok({ position, parent: history, move, left: undefined, times: 1 + timesBefore(position, history) });
}

/** The history after a side has resigned, run out of time or left (R15); the same object if that changes nothing. */
export function removeFrom(history: History, side: Side): History {
  if (historyOutcome(history)) return history;
  const position = removeSide(history.position, side);
  return position === history.position ? history : { position, parent: history, move: undefined, left: side, times: 1 };
}

/** How the game ended, including repetition; undefined while it continues (R13 to R16). */
export function historyOutcome(history: History): Outcome | undefined {
  return outcome(history.position) ?? (isThirdTime(history) ? { kind: 'draw', by: 'repetition' } : undefined);
}

/** All moments from the start to this one, oldest first. */
export function momentsOf(history: History): readonly History[] {
  const moments: History[] = [];
  for (let moment: History | undefined = history; moment; moment = moment.parent) moments.push(moment);
  return moments.reverse();
}

const isThirdTime = ({ times }: History): boolean => times >= 3;

/** Searches only quiet plies: positions before a capture or an elimination cannot recur. */
function timesBefore(position: Position, last: History): number {
  const here = position[core].words;
  let earlier: History | undefined = last;
  for (let back = position.quiet; back > 0 && earlier; back--) {
    if (samePosition(here, earlier.position[core].words)) return earlier.times;
    earlier = earlier.parent;
  }
  return 0;
}

function samePosition(one: Int32Array, other: Int32Array): boolean {
  for (let i = 0; i < REPETITION_WORDS; i++) if (one[i] !== other[i]) return false;
  return true;
}
