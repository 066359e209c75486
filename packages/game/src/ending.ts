import type { EndReason, GameEvent } from '@terrace/protocol';
import { type History, historyOutcome, type Outcome, places } from '@terrace/rules';

/** The `ended` event a move brings about, or nothing while play goes on (R13, R14, R16). */
export function endingAfterMove(history: History): readonly GameEvent[] {
  const outcome = historyOutcome(history);
  if (outcome === undefined) return [];
  return [ended(history, outcome, outcome.by === 'last-in' ? 'capture' : outcome.by)];
}

/** The `ended` event a departure brings about, or nothing while two or more play on (R15). */
export function endingAfterLeaving(history: History, why: 'resignation' | 'time' | 'left'): readonly GameEvent[] {
  const outcome = historyOutcome(history);
  if (outcome === undefined) return [];
  return [ended(history, outcome, outcome.by === 'last-in' ? why : outcome.by)];
}

const ended = (history: History, outcome: Outcome, by: EndReason): GameEvent => ({
  type: 'ended',
  result: {
    winner: outcome.kind === 'win' ? outcome.winner : null,
    by,
    places: places(history).map((sides) => [...sides]),
  },
});
