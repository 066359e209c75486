import type { Refusal } from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import { type GameState, hasMoved } from './state.ts';

// Separate from `table.ts`, because every game page loads it.

/**
 * Why a side in play cannot call the game off. With more than two seats, the first move of any side makes the game
 * count, as for a player who never shows up: one player does not undo what several others have begun.
 */
export function abortRefusal(state: GameState, side: Side): Refusal | undefined {
  if (hasMoved(state, side)) return { code: 'already-moved' };
  const hasBegun = state.seats.length > 2 && state.seats.some((seat) => hasMoved(state, seat.side));
  return hasBegun ? { code: 'others-moved' } : undefined;
}
