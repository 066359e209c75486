import { REPETITION_WORDS } from './core/layout.ts';
import type { Illegal } from './illegal.ts';
import type { Move } from './legal.ts';
import { type Outcome, outcome } from './outcome.ts';
import { play, removeSide } from './play.ts';
import { core, type Position } from './position.ts';
import { err, ok, type Result } from './result.ts';
import type { Side } from './sides.ts';

/**
 * A position and the way to it: what one position cannot know (repetition, undo). Immutable; playing on adds one
 * object that points back, so a game of n moves is a chain of n + 1 and every earlier moment stays whole.
 */
export interface History {
  readonly position: Position;
  /** The moment before; nothing at the start. */
  readonly parent: History | undefined;
  /** The move that led here; nothing at the start, and when a side went out (R15). */
  readonly move: Move | undefined;
  /** The side whose leaving led here (R15). */
  readonly left: Side | undefined;
  /** How often this has stood by now, itself included: the same pieces, side to move and sides in (R16). */
  readonly times: number;
}

export const startHistory = (position: Position): History => ({
  position,
  parent: undefined,
  move: undefined,
  left: undefined,
  times: 1,
});

/** The history with one move more. A game drawn by repetition is over here, though its position alone does not show it. */
export function playOn(history: History, move: Move): Result<History, Illegal> {
  if (isThirdTime(history)) return err({ code: 'game-over' });
  const played = play(history.position, move);
  if (!played.ok) return played;
  const position = played.value;
  return ok({ position, parent: history, move, left: undefined, times: 1 + timesBefore(position, history) });
}

/** The history after a side has resigned, run out of time or left (R15); the same one if that changes nothing. */
export function removeFrom(history: History, side: Side): History {
  if (historyOutcome(history)) return history;
  const position = removeSide(history.position, side);
  return position === history.position ? history : { position, parent: history, move: undefined, left: side, times: 1 };
}

/** How the game ended, repetition included; nothing while it goes on (R13 to R16). */
export function historyOutcome(history: History): Outcome | undefined {
  return outcome(history.position) ?? (isThirdTime(history) ? { kind: 'draw', by: 'repetition' } : undefined);
}

/** Every moment from the start to this one. */
export function momentsOf(history: History): readonly History[] {
  const moments: History[] = [];
  for (let moment: History | undefined = history; moment; moment = moment.parent) moments.push(moment);
  return moments.reverse();
}

/** Whether the game is a draw by repetition here (R16). */
const isThirdTime = ({ times }: History): boolean => times >= 3;

/** How often a position has stood up to `last`. Looks back over quiet plies only: nothing before a capture or an elimination can come again. */
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
