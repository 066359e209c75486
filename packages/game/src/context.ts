import type { GameEvent, GameId, Player, Refusal } from '@terrace/protocol';
import { err, ok, type Result, type Side } from '@terrace/rules';
import { type GameState, positionOf, sideOf } from './state.ts';

/**
 * Who asks, when, and what the server knows beside the log. `arrivedAt` is the moment the command reached the server,
 * `now` the moment it is decided, both in ms since 1970: the mover pays for the time up to the first, the next turn
 * begins at the second, so that waiting in our queue costs nobody. `by` is null for the server itself.
 */
export type CommandContext = {
  readonly by: Player | null;
  readonly arrivedAt: number;
  readonly now: number;
  /** What the asker's connection takes there and back, as the server measured it, in ms. */
  readonly lagMs: number;
  /** Sides whose players have been away past their grace. */
  readonly gone: readonly Side[];
  /** The id a rematch of this game would have; null where there can be none. */
  readonly nextId: () => GameId | null;
};

export type Decision = Result<readonly GameEvent[], Refusal>;

/** The asker's side, seated in whatever state the game is. */
export function seated(state: GameState, { by }: CommandContext): Result<Side, Refusal> {
  const side = sideOf(state, by?.id);
  return side === undefined ? err({ code: 'not-seated' }) : ok(side);
}

/** The asker's side, if the game has begun and the asker is still in it. */
export function playing(state: GameState, context: CommandContext): Result<Side, Refusal> {
  const side = seated(state, context);
  if (!side.ok) return side;
  if (state.status === 'over') return err({ code: 'game-over' });
  if (state.status === 'closed') return err({ code: 'table-closed' });
  if (state.status !== 'live') return err({ code: 'not-started' });
  return positionOf(state).out.includes(side.value) ? err({ code: 'out-of-play' }) : side;
}
