import { type History, historyOutcome, momentsOf, playOn, removeFrom, startHistory } from './history.ts';
import type { Illegal } from './illegal.ts';
import type { Move } from './legal.ts';
import type { SetupName } from './named-setups.ts';
import type { Position } from './position.ts';
import { err, ok, type Result } from './result.ts';
import type { Side } from './sides.ts';

export type RecordEvent = {
  readonly comments: readonly string[];
} & (
  | {
      readonly kind: 'move';
      readonly move: Move;
      /** Whole seconds left on the mover's clock after the move; undefined without a clock. */
      readonly clock?: number;
    }
  | { readonly kind: 'left'; readonly side: Side }
);

/** The result of a game; a draw by agreement is not visible on the board (R16). */
export type RecordResult = Side | 'draw' | 'unfinished';

export interface GameRecord {
  /** Names are letters and digits. Setup, Rules, Start and Result come from the fields below instead. */
  readonly headers: Readonly<Record<string, string>>;
  readonly setup: SetupName | 'custom';
  readonly start: Position;
  readonly comments: readonly string[];
  readonly events: readonly RecordEvent[];
  readonly result: RecordResult;
}

/** Replays a record. @returns the final history, or the 0-based index of an impossible event and the reason */
export function replay({ start, events }: GameRecord): Result<History, { index: number; why: Illegal }> {
  let history = startHistory(start);
  for (const [index, event] of events.entries()) {
    const next = follow(history, event);
    if (!next.ok) return err({ index, why: next.error });
    history = next.value;
  }
  return ok(history);
}

/** The history after one more event of a record. */
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

/** The result on the board; undefined while the game continues. */
export function resultOf(history: History): RecordResult | undefined {
  const end = historyOutcome(history);
  return end && (end.kind === 'win' ? end.winner : 'draw');
}
