import type { TimeControl } from '@terrace/protocol';
import { SIDES, type Side } from '@terrace/rules';
import { afterCounted, countedMs } from './counted-time.ts';
import { type Clock, currentPosition, type GameState } from './state.ts';

/** The full time of a side: for the game, or for one move of a correspondence game. */
export function fullTimeMs(time: TimeControl): number {
  if (time.kind === 'clock') return time.initialMs;
  return time.kind === 'days' ? time.perMoveMs : time.bankMs;
}

/** A clock with every side's full time and a full lag account; the turn begins at `at`. */
export const startClock = (time: TimeControl, lag: Clock['lag'], at: number): Clock => ({
  remainingMs: everySide(fullTimeMs(time)),
  turnStartedAt: at,
  lag,
  lagMs: everySide(lag.maxMs),
  refundedUntil: at,
});

const everySide = (ms: number): Record<Side, number> => ({ south: ms, west: ms, north: ms, east: ms });

/** The clock of the side to move and the instant from which on it loses time; undefined when it does not run. */
function runningClock(state: GameState): { leftMs: number; from: number } | undefined {
  if (state.status !== 'live' || state.clock === null || state.pausedUntil !== null) return undefined;
  const { turn } = currentPosition(state);
  const vacation = state.vacations?.[turn];
  return {
    leftMs: state.clock.remainingMs[turn],
    from: Math.max(state.clock.turnStartedAt, vacation?.until ?? 0),
  };
}

/** When the side to move runs out of time, in ms since 1970; undefined when its clock does not run. */
export const flagAt = (state: GameState): number | undefined => timeLeftAt(state, 0);

/** When the side to move has `leftMs` left; undefined when its clock does not run or its turn began with less. */
export function timeLeftAt(state: GameState, leftMs: number): number | undefined {
  const running = runningClock(state);
  if (running === undefined || running.leftMs < leftMs) return undefined;
  return afterCounted(state.settings.time, running.from, running.leftMs - leftMs);
}

/** What `side` has left at `now`, never below 0 ms; null without a clock. Only the side to move loses time. */
export function remainingMs(state: GameState, side: Side, now: number): number | null {
  if (state.clock === null) return null;
  const running = currentPosition(state).turn === side ? runningClock(state) : undefined;
  if (running === undefined) return state.clock.remainingMs[side];
  return Math.max(0, running.leftMs - countedMs(state.settings.time, running.from, now));
}

/** The clock after `side` moved with `leftMs` left; the next turn begins at `at`, and `lagMs` were refunded. */
export const passClock = (clock: Clock, side: Side, leftMs: number, at: number, lagMs = 0): Clock => ({
  ...clock,
  remainingMs: { ...clock.remainingMs, [side]: leftMs },
  turnStartedAt: at,
  lagMs: { ...clock.lagMs, [side]: Math.min(clock.lag.maxMs, clock.lagMs[side] - lagMs + clock.lag.refillMs) },
});

/**
 * The clock with the time used in the running turn subtracted, and the turn starting again at `at`.
 * @param leftMs the remaining time in the event; computed if it is missing
 */
export function settleClock(state: GameState, at: number, leftMs?: number): Clock | null {
  if (state.clock === null) return null;
  const { turn } = currentPosition(state);
  const left = leftMs ?? remainingMs(state, turn, at) ?? 0;
  return { ...state.clock, remainingMs: { ...state.clock.remainingMs, [turn]: left }, turnStartedAt: at };
}

/** Adds `ms` to every side except the giver. */
export function addTime(clock: Clock, giver: Side, ms: number): Clock {
  const remaining = { ...clock.remainingMs };
  for (const side of SIDES) if (side !== giver) remaining[side] += ms;
  return { ...clock, remainingMs: remaining };
}

/** Refunds the running turn the part of an interruption within it, once. */
export function refundTime(clock: Clock, since: number, until: number): Clock {
  const lost = until - Math.max(since, clock.turnStartedAt, clock.refundedUntil);
  return lost <= 0 ? clock : { ...clock, turnStartedAt: clock.turnStartedAt + lost, refundedUntil: until };
}
