import { DAY_MS, HOUR_MS, isComputer, MINUTE_MS, SECOND_MS } from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import { flagAt, fullTimeMs, timeLeftAt } from './clock.ts';
import { currentPosition, type GameState, hasMoved } from './state.ts';

/** Time for a side's first move before it counts as a no-show. */
export const NO_SHOW_MS = MINUTE_MS;

/** How long a running turn waits for an absent player before the others may claim that the side has left (R15). */
export const CLAIM_WAIT_MS = 10 * SECOND_MS;

/** From when the others may claim that an absent side has left; undefined while the game does not wait for its move. */
export function claimableAt(state: GameState, side: Side): number | undefined {
  const waits = state.status === 'live' && state.pausedUntil === null && currentPosition(state).turn === side;
  if (!waits || state.clock === null || state.settings.time?.kind !== 'clock') return undefined;
  return state.clock.turnStartedAt + CLAIM_WAIT_MS;
}

/** When the next reserved seat expires; undefined without reservations. */
function expiryAt(state: GameState): number | undefined {
  if (state.status !== 'open') return undefined;
  return state.seats.reduce<number | undefined>((first, { until }) => earlier(first, until), undefined);
}

/** How long a table by days or without a clock waits for players while all may be away. */
export const OPEN_TABLE_MS = 14 * DAY_MS;

/** When an open table closes because its seats stayed open; undefined with a clock, where its host has to be there. */
export const tableExpiresAt = (state: GameState): number | undefined =>
  state.status === 'open' && state.settings.time?.kind !== 'clock' ? state.createdAt + OPEN_TABLE_MS : undefined;

/** Time per move in a game without a clock before the side has left. Being away does not end such a game. */
export const IDLE_MS = 30 * DAY_MS;

/** When the side to move of a game without a clock has left (R15); undefined with a clock, and for a computer. */
export function idleAt(state: GameState): number | undefined {
  if (state.status !== 'live' || state.settings.time !== null) return undefined;
  const { turn } = currentPosition(state);
  const player = state.seats.find(({ side }) => side === turn)?.player;
  if (player == null || isComputer(player)) return undefined;
  return Math.max(state.playedAt, state.vacations?.[turn]?.until ?? 0) + IDLE_MS;
}

/** When a side without a first move is a no-show; undefined if another rule applies now. */
export function noShowAt(state: GameState): number | undefined {
  const flag = flagAt(state);
  if (state.settings.time?.kind !== 'clock' || state.clock === null || flag === undefined) return undefined;
  return hasMoved(state, currentPosition(state).turn)
    ? undefined
    : Math.min(flag, state.clock.turnStartedAt + NO_SHOW_MS);
}

/** When time alone will next change the game; undefined if never. */
export function deadlineAt(state: GameState): number | undefined {
  if (state.status === 'open') return earlier(expiryAt(state), tableExpiresAt(state));
  if (state.status !== 'live') return undefined;
  const resumesAt = state.pausedUntil === 'resumed' || state.pausedUntil === null ? undefined : state.pausedUntil;
  return earlier(earlier(resumesAt, flagAt(state)), earlier(noShowAt(state), idleAt(state)));
}

const earlier = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);

/**
 * When the side to move has only a quarter of its full time or one hour left for its move, in a game by
 * correspondence or without a clock. Undefined in others, while no time runs, and if the turn began with less.
 */
export function shortTimeAt(state: GameState, left: 'quarter' | 'hour'): number | undefined {
  const { time } = state.settings;
  if (time?.kind === 'clock') return undefined;
  const leftMs = left === 'hour' ? HOUR_MS : (time === null ? IDLE_MS : fullTimeMs(time)) / 4;
  if (time !== null) return timeLeftAt(state, leftMs);
  const idle = idleAt(state);
  return idle === undefined ? undefined : idle - leftMs;
}
