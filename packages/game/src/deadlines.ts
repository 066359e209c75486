import { DAY_MS, isComputer, MINUTE_MS } from '@terrace/protocol';
import { flagAt } from './clock.ts';
import { type GameState, hasMoved, positionOf } from './state.ts';

/** How long a side may take over its first move before it counts as not having come, in ms. */
export const NO_SHOW_MS = MINUTE_MS;

/** When the first of the kept seats is open to all again; undefined when none is kept. */
export function expiryAt(state: GameState): number | undefined {
  if (state.status !== 'open') return undefined;
  const instants = state.seats.flatMap(({ until }) => until ?? []);
  return instants.length === 0 ? undefined : Math.min(...instants);
}

/** How long a move may take in a game without a clock before its side has left, in ms. Being away alone ends no such game. */
export const IDLE_MS = 30 * DAY_MS;

/** When the side to move of a game without a clock counts as having left (R15); undefined with a clock, and for a computer. */
export function idleAt(state: GameState): number | undefined {
  if (state.status !== 'live' || state.settings.time !== null) return undefined;
  const { turn } = positionOf(state);
  const player = state.seats.find(({ side }) => side === turn)?.player;
  return player == null || isComputer(player) ? undefined : state.playedAt + IDLE_MS;
}

/** When a side that has not played its first move counts as not having come; undefined when another rule applies now. */
export function noShowAt(state: GameState): number | undefined {
  const flag = flagAt(state);
  if (state.settings.time?.kind !== 'clock' || state.clock === null || flag === undefined) return undefined;
  return hasMoved(state, positionOf(state).turn) ? undefined : Math.min(flag, state.clock.turnStartedAt + NO_SHOW_MS);
}

/**
 * When time alone will next change the game, if ever: an expired reservation, a flag, a missing first move, the end of a
 * pause, or 30 days without a move in a game without a clock.
 */
export function deadlineAt(state: GameState): number | undefined {
  if (state.status === 'open') return expiryAt(state);
  if (state.status !== 'live') return undefined;
  const instants = [state.pausedUntil, flagAt(state), noShowAt(state), idleAt(state)].filter((at) => at != null);
  return instants.length === 0 ? undefined : Math.min(...instants);
}
