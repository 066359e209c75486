import type { GameEvent, GameId, Player, Refusal } from '@terrace/protocol';
import { err, ok, type Result, type Side } from '@terrace/rules';
import { currentPosition, type GameState, sideOf } from './state.ts';

/**
 * `by` is null for the server. The mover pays until `arrivedAt`, when the server received the command; the next turn
 * begins at `now`, so queueing time is free. Both are ms since 1970.
 */
export type CommandContext = {
  readonly by: Player | null;
  readonly arrivedAt: number;
  readonly now: number;
  /** Round-trip time of the sender's connection, measured by the server. */
  readonly lagMs: number;
  /** Sides whose players have been away longer than the grace period. */
  readonly absentSides: readonly Side[];
  /** The id for a rematch of this game; null if it cannot have one. */
  readonly nextId: () => GameId | null;
};

export type Decision = Result<readonly GameEvent[], Refusal>;

/** The sender's side, whatever the state of the game. */
export function requireSeat(state: GameState, { by }: CommandContext): Result<Side, Refusal> {
  const side = sideOf(state, by?.id);
  return side === undefined ? err({ code: 'not-seated' }) : ok(side);
}

/** The sender's side, if the game is live and the sender still in play. */
export function requirePlaying(state: GameState, context: CommandContext): Result<Side, Refusal> {
  const side = requireSeat(state, context);
  if (!side.ok) return side;
  if (state.status === 'over') return err({ code: 'game-over' });
  if (state.status === 'closed') return err({ code: 'table-closed' });
  if (state.status !== 'live') return err({ code: 'not-started' });
  return currentPosition(state).out.includes(side.value) ? err({ code: 'out-of-play' }) : side;
}
