import type { TimeControl } from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import { type Clock, type GameState, positionOf } from './state.ts';

/** Every side's full time; the turn begins at `at`. */
export const startClock = ({ initialMs }: TimeControl, at: number): Clock => ({
  remainingMs: { south: initialMs, west: initialMs, north: initialMs, east: initialMs },
  turnStartedAt: at,
  refundedUntil: at,
});

/** When the side to move runs out of time (ms since 1970), or undefined when no clock runs. */
export function deadlineAt(state: GameState): number | undefined {
  if (state.status !== 'live' || state.clock === null) return undefined;
  return state.clock.turnStartedAt + state.clock.remainingMs[positionOf(state).turn];
}

/** What `side` has left at `now`, never below 0 ms; null without a clock. Only the side to move loses time. */
export function remainingMs(state: GameState, side: Side, now: number): number | null {
  if (state.clock === null) return null;
  const left = state.clock.remainingMs[side];
  const runs = state.status === 'live' && positionOf(state).turn === side;
  return runs ? Math.max(0, left - Math.max(0, now - state.clock.turnStartedAt)) : left;
}

/** The clock after `side` stopped with `leftMs` and the next turn begins at `at`. */
export const passClock = (clock: Clock, side: Side, leftMs: number, at: number): Clock => ({
  ...clock,
  remainingMs: { ...clock.remainingMs, [side]: leftMs },
  turnStartedAt: at,
});

/** Gives the running turn back the part of an interruption that fell into it, once. */
export function refund(clock: Clock, since: number, until: number): Clock {
  const lost = until - Math.max(since, clock.turnStartedAt, clock.refundedUntil);
  return lost <= 0 ? clock : { ...clock, turnStartedAt: clock.turnStartedAt + lost, refundedUntil: until };
}
