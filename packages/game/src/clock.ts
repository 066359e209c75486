import { DAY_MS, isComputer, MINUTE_MS, SECOND_MS, type Settings, type TimeControl } from '@terrace/protocol';
import { SIDES, type Side } from '@terrace/rules';
import { type Clock, type GameState, hasMoved, positionOf } from './state.ts';

/** How long a side may take over its first move before it counts as not having come, in ms. */
export const NO_SHOW_MS = MINUTE_MS;

/** How long a seat is kept for somebody who does not answer, in ms: less where people wait at their screens. */
const RESERVED_MS = { clock: 10 * MINUTE_MS, slow: 7 * DAY_MS };

/** Until when a seat that is kept from `at` on stays kept, in ms since 1970. */
export const reservedUntil = ({ time }: Settings, at: number): number =>
  at + (time?.kind === 'clock' ? RESERVED_MS.clock : RESERVED_MS.slow);

/** When the first of the kept seats is open to all again; undefined when none is kept. */
export function expiryAt(state: GameState): number | undefined {
  if (state.status !== 'open') return undefined;
  const instants = state.seats.flatMap(({ until }) => until ?? []);
  return instants.length === 0 ? undefined : Math.min(...instants);
}

/** How long nobody may move in a game without a clock before the side to move has left it, in ms. */
export const IDLE_MS = 30 * DAY_MS;

/** When the side to move of a game without a clock counts as having left (R15); undefined with a clock, and for a computer. */
export function idleAt(state: GameState): number | undefined {
  if (state.status !== 'live' || state.settings.time !== null) return undefined;
  const { turn } = positionOf(state);
  const player = state.seats.find(({ side }) => side === turn)?.player;
  return player == null || isComputer(player) ? undefined : state.playedAt + IDLE_MS;
}

/** Time on the wire is given back from an account of this size, which gains `LAG_REFILL_MS` with each own move. */
export const MAX_LAG_CREDIT_MS = SECOND_MS;
const LAG_REFILL_MS = 250;

/** Every side's full time; the turn begins at `at`. */
export const startClock = (time: TimeControl, at: number): Clock => ({
  remainingMs: everySide(time.kind === 'clock' ? time.initialMs : time.perMoveMs),
  turnStartedAt: at,
  lagMs: everySide(MAX_LAG_CREDIT_MS),
  refundedUntil: at,
});

const everySide = (ms: number): Record<Side, number> => ({ south: ms, west: ms, north: ms, east: ms });

/** When the side to move runs out of time, in ms since 1970; undefined when its clock does not run. */
export function flagAt(state: GameState): number | undefined {
  if (state.status !== 'live' || state.clock === null || state.pausedUntil !== null) return undefined;
  return state.clock.turnStartedAt + state.clock.remainingMs[positionOf(state).turn];
}

/** When a side that has not played its first move counts as not having come; undefined when that does not matter now. */
export function noShowAt(state: GameState): number | undefined {
  if (state.settings.time?.kind !== 'clock' || state.clock === null || flagAt(state) === undefined) return undefined;
  return hasMoved(state, positionOf(state).turn) ? undefined : state.clock.turnStartedAt + NO_SHOW_MS;
}

/**
 * When time itself will next change the game (a kept seat nobody took, a flag, a first move that did not come, the end
 * of a pause, a game without a clock that nobody plays), if ever.
 */
export function deadlineAt(state: GameState): number | undefined {
  if (state.status === 'open') return expiryAt(state);
  if (state.status !== 'live') return undefined;
  const instants = [state.pausedUntil, flagAt(state), noShowAt(state), idleAt(state)].filter((at) => at != null);
  return instants.length === 0 ? undefined : Math.min(...instants);
}

/** What `side` has left at `now`, never below 0 ms; null without a clock. Only the side to move loses time. */
export function remainingMs(state: GameState, side: Side, now: number): number | null {
  if (state.clock === null) return null;
  const left = state.clock.remainingMs[side];
  const runs = flagAt(state) !== undefined && positionOf(state).turn === side;
  return runs ? Math.max(0, left - Math.max(0, now - state.clock.turnStartedAt)) : left;
}

/** The clock after `side` stopped with `leftMs` and the next turn begins at `at`; `lagMs` of its account were spent. */
export const passClock = (clock: Clock, side: Side, leftMs: number, at: number, lagMs = 0): Clock => ({
  ...clock,
  remainingMs: { ...clock.remainingMs, [side]: leftMs },
  turnStartedAt: at,
  lagMs: { ...clock.lagMs, [side]: Math.min(MAX_LAG_CREDIT_MS, clock.lagMs[side] - lagMs + LAG_REFILL_MS) },
});

/** The clock with what the running turn has used so far taken off, and its turn begun anew at `at`. */
export function settleClock(state: GameState, at: number): Clock | null {
  if (state.clock === null) return null;
  const { turn } = positionOf(state);
  const left = remainingMs(state, turn, at) ?? 0;
  return { ...state.clock, remainingMs: { ...state.clock.remainingMs, [turn]: left }, turnStartedAt: at };
}

/** Everyone but the giver gains `ms`. */
export function giveTime(clock: Clock, giver: Side, ms: number): Clock {
  const remaining = { ...clock.remainingMs };
  for (const side of SIDES) if (side !== giver) remaining[side] += ms;
  return { ...clock, remainingMs: remaining };
}

/** Gives the running turn back the part of an interruption that fell into it, once. */
export function refund(clock: Clock, since: number, until: number): Clock {
  const lost = until - Math.max(since, clock.turnStartedAt, clock.refundedUntil);
  return lost <= 0 ? clock : { ...clock, turnStartedAt: clock.turnStartedAt + lost, refundedUntil: until };
}
