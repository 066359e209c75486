import {
  type Command,
  type GameEvent,
  isCorrespondence,
  MAX_INITIAL_MS,
  type Refusal,
  TIME_GIFT_MS,
} from '@terrace/protocol';
import {
  err,
  type History,
  historyCalls,
  ok,
  type Position,
  parseSquare,
  removeFrom,
  type Side,
  sidesIn,
} from '@terrace/rules';
import { flagAt, remainingMs } from './clock.ts';
import { type CommandContext, type Decision, requirePlaying } from './context.ts';
import { claimableAt, deadlineAt, idleAt, noShowAt } from './deadlines.ts';
import { endingAfter } from './ending.ts';
import { playOnce } from './played.ts';
import { currentPosition, type GameState, hasMoved } from './state.ts';
import { substituteFor } from './substitute.ts';
import { expireReservations } from './table.ts';

/** Gifts of time per side between two moves. */
const MAX_GIFTS = 4;

/** A move of the side to move (R6 to R10), with its time and the calls after it (R18, R19). */
export function makeMove(
  state: GameState,
  command: Extract<Command, { type: 'move' }>,
  context: CommandContext,
): Decision {
  const seat = requirePlaying(state, context);
  if (!seat.ok) return seat;
  const position = currentPosition(state);
  const otherPly = plyRefusal(position, command.ply);
  if (otherPly !== undefined) return err(otherPly);
  if (seat.value !== position.turn) return err({ code: 'not-your-turn', turn: position.turn });
  if (state.pausedUntil !== null) return err({ code: 'paused' });
  const time = timeAfter(state, context);
  if (time === 'over') return err({ code: 'time-over' });

  const { ply, from, to, planned } = command;
  const start = parseSquare(position.size, from);
  const end = parseSquare(position.size, to);
  if (start === undefined || end === undefined) {
    return err({ code: 'illegal-move', from, to, why: { code: 'off-board' } });
  }
  const next = playOnce(state.history, { from: start, to: end });
  if (!next.ok) return err({ code: 'illegal-move', from, to, why: next.error });
  return ok([
    { type: 'moved', ply, from, to, ...time, ...callAfter(next.value), ...(planned && { planned }) },
    ...endingAfter(next.value, 'capture'),
  ]);
}

/** The refusal of a move for ply `said`; undefined if that is the current ply (R21). */
export function plyRefusal({ ply }: Position, said: number): Refusal | undefined {
  if (said === ply) return undefined;
  return said < ply ? { code: 'stale', ply } : { code: 'too-early', ply, said };
}

function timeAfter(
  state: GameState,
  { arrivedAt, lagMs }: CommandContext,
): { remainingMs: number | null; lagMs?: number } | 'over' {
  const flag = flagAt(state);
  const { time } = state.settings;
  if (flag === undefined || state.clock === null || time === null) return { remainingMs: null };
  const { turn } = currentPosition(state);
  if (isCorrespondence(time)) {
    if (arrivedAt >= flag) return 'over';
    if (time.kind === 'days') return { remainingMs: time.perMoveMs };
    const leftMs = remainingMs(state, turn, arrivedAt) ?? 0;
    return { remainingMs: Math.min(time.bankMs, leftMs + time.incrementMs) };
  }
  const usedMs = Math.max(0, arrivedAt - state.clock.turnStartedAt);
  const refundedMs = Math.max(0, Math.min(usedMs, Math.round(lagMs), state.clock.lagMs[turn]));
  const leftMs = state.clock.remainingMs[turn] - usedMs + refundedMs;
  if (leftMs <= 0) return 'over';
  return { remainingMs: leftMs + time.incrementMs, ...(refundedMs > 0 && { lagMs: refundedMs }) };
}

function callAfter(history: History): { call?: { terrace: Side[]; mate: boolean } } {
  const { terrace, mate } = historyCalls(history);
  return terrace.length === 0 ? {} : { call: { terrace: [...terrace], mate } };
}

export function resign(state: GameState, context: CommandContext): Decision {
  const seat = requirePlaying(state, context);
  return seat.ok ? ok(departureEvents(state, seat.value, 'resignation')) : seat;
}

/**
 * R15. Only while the game waits for the absent player: on another side's turn and in a pause, being away harms no one.
 * Only with a clock: in slower games a player may be away for a whole turn, which `claimTimeout` ends.
 */
export function claimAbsence(state: GameState, side: Side, context: CommandContext): Decision {
  const seat = requirePlaying(state, context);
  if (!seat.ok) return seat;
  if (side === seat.value) return err({ code: 'about-oneself' });
  if (!currentPosition(state).seats.includes(side)) return err({ code: 'no-such-seat', side });
  if (state.settings.time?.kind !== 'clock')
    return err({ code: 'time-left', leftMs: turnLeftMs(state, side, context) });
  if (state.pausedUntil !== null) return err({ code: 'paused' });
  const from = claimableAt(state, side);
  if (from === undefined) return err({ code: 'not-awaited', side });
  return context.absentSides.includes(side) && context.arrivedAt >= from
    ? ok(timeoutEvents(state, side, 'left'))
    : err({ code: 'still-here', side });
}

/** Applies the time limit that has passed: of a reservation, a pause, a clock, a first move, or a move without a clock. */
export function claimTimeout(state: GameState, context: CommandContext): Decision {
  const { arrivedAt } = context;
  if (state.status !== 'live') return expireReservations(state, context);
  const { turn } = currentPosition(state);
  const clockAt = flagAt(state);
  const lateAt = noShowAt(state);
  if (state.pausedUntil !== null) {
    if (state.pausedUntil === 'resumed') return err({ code: 'time-left', leftMs: null });
    return arrivedAt >= state.pausedUntil
      ? ok([{ type: 'resumed' }])
      : err({ code: 'time-left', leftMs: state.pausedUntil - arrivedAt });
  }
  if (clockAt !== undefined && arrivedAt >= clockAt) return ok(timeoutEvents(state, turn, 'time'));
  const leftAt = lateAt ?? idleAt(state);
  if (leftAt !== undefined && arrivedAt >= leftAt) return ok(timeoutEvents(state, turn, 'left'));
  return err({ code: 'time-left', leftMs: turnLeftMs(state, turn, context) });
}

/** A side's time left for its move, in ms; null while its time does not run. */
function turnLeftMs(state: GameState, side: Side, { arrivedAt }: CommandContext): number | null {
  if (state.pausedUntil !== null || side !== currentPosition(state).turn) return null;
  const endsAt = deadlineAt(state);
  return endsAt === undefined ? null : Math.max(0, endsAt - arrivedAt);
}

/** R15, for the side to move. With two seats, the game is aborted if that side never moved; with more, if no side has moved. */
function timeoutEvents(state: GameState, side: Side, by: 'time' | 'left'): readonly GameEvent[] {
  const aborted: GameEvent = { type: 'closed', by: 'no-show' };
  if (state.seats.length === 2 && !hasMoved(state, side)) return [aborted];
  const events = departureEvents(state, side, by);
  const isUnplayed = !state.seats.some((seat) => hasMoved(state, seat.side));
  return isUnplayed && events.some(({ type }) => type === 'ended') ? [aborted] : events;
}

export function giveTime(state: GameState, context: CommandContext): Decision {
  const seat = requirePlaying(state, context);
  if (!seat.ok) return seat;
  if (state.settings.time?.kind !== 'clock') return err({ code: 'no-clock' });
  if ((state.gifts[seat.value] ?? 0) >= MAX_GIFTS) return err({ code: 'enough-given', most: MAX_GIFTS });
  const others = sidesIn(currentPosition(state)).filter((side) => side !== seat.value);
  const isFull = others.some((side) => (state.clock?.remainingMs[side] ?? 0) + TIME_GIFT_MS > MAX_INITIAL_MS);
  return isFull ? err({ code: 'clock-full' }) : ok([{ type: 'time-given', side: seat.value, ms: TIME_GIFT_MS }]);
}

/** R15: the side is out, which may end the game; or it has lost, and a computer takes over. */
function departureEvents(state: GameState, side: Side, by: 'resignation' | 'time' | 'left'): readonly GameEvent[] {
  const player = substituteFor(state, side);
  if (player !== undefined) return [{ type: 'replaced', side, player, by }];
  return [{ type: 'out', side, by }, ...endingAfter(removeFrom(state.history, side), by)];
}
