import type { EndReason, GameEvent } from '@terrace/protocol';
import { type History, historyOutcome, places, type Side } from '@terrace/rules';

/** The `ended` event; none while play continues (R13 to R16). @param cause why a side went out */
export function endingAfter(
  history: History,
  cause: 'capture' | 'resignation' | 'time' | 'left',
): readonly GameEvent[] {
  const outcome = historyOutcome(history);
  if (outcome === undefined) return [];
  const winner = outcome.kind === 'win' ? outcome.winner : null;
  return [endedEvent(history, winner, outcome.by === 'last-in' ? cause : outcome.by)];
}

export const endedEvent = (history: History, winner: Side | null, by: EndReason): GameEvent => ({
  type: 'ended',
  result: { winner, by, places: places(history).map((sides) => [...sides]) },
});
