import { type History, historyOutcome, momentsOf, playOn, removeFrom, startHistory } from './history.ts';
import type { Illegal } from './illegal.ts';
import type { Move } from './legal.ts';
import type { SetupName } from './named-setups.ts';
import type { Position } from './position.ts';
import { err, ok, type Result } from './result.ts';
import type { Side } from './sides.ts';

/** What happened next in a game: a move, or a side leaving (R15). */
export type RecordEvent = {
  /** What is said about it, in order. */
  readonly comments: readonly string[];
} & (
  | {
      readonly kind: 'move';
      readonly move: Move;
      /** Whole seconds left on the mover's clock after the move; nothing if nobody kept time. */
      readonly clock?: number;
    }
  | { readonly kind: 'left'; readonly side: Side }
);

/** How a game came out; players may agree on a draw that no board shows (R16). */
export type RecordResult = Side | 'draw' | 'unfinished';

/** A whole game as text tells it (R25). */
export interface GameRecord {
  /**
   * Header lines by name, such as Event, Date, South, TimeControl, Termination. Names are letters and digits;
   * Setup, Rules, Start and Result are not among them, they come from the fields below.
   */
  readonly headers: Readonly<Record<string, string>>;
  readonly setup: SetupName | 'custom';
  readonly start: Position;
  /** What is said before the first move. */
  readonly comments: readonly string[];
  readonly events: readonly RecordEvent[];
  readonly result: RecordResult;
}

/** Plays a record through. @returns the history at its end, or why the event at that index (0-based) cannot be */
export function replay({ start, events }: GameRecord): Result<History, { index: number; why: Illegal }> {
  let history = startHistory(start);
  for (const [index, event] of events.entries()) {
    const next = follow(history, event);
    if (!next.ok) return err({ index, why: next.error });
    history = next.value;
  }
  return ok(history);
}

/** The history after one more event. */
export function follow(history: History, event: RecordEvent): Result<History, Illegal> {
  if (event.kind === 'move') return playOn(history, event.move);
  const next = removeFrom(history, event.side);
  return next === history ? err({ code: 'game-over' }) : ok(next);
}

/** The events of a history, without clocks and comments. */
export const recordEvents = (history: History): readonly RecordEvent[] =>
  momentsOf(history).flatMap(({ move, left }): RecordEvent[] => {
    if (left) return [{ kind: 'left', side: left, comments: [] }];
    return move ? [{ kind: 'move', move, comments: [] }] : [];
  });

/** The result the board shows; nothing while the game could go on. */
export function resultOf(history: History): RecordResult | undefined {
  const end = historyOutcome(history);
  return end && (end.kind === 'win' ? end.winner : 'draw');
}
