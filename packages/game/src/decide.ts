import { type Command, type GameEvent, type Player, type Refusal, type Settings, whyNot } from '@terrace/protocol';
import { err, ok, parseSquare, playOn, type Result, removeFrom, type Side } from '@terrace/rules';
import { deadlineAt, refund } from './clock.ts';
import { endingAfterLeaving, endingAfterMove } from './ending.ts';
import { type GameState, positionOf, sideOf } from './state.ts';

/**
 * Who asks, and when. `arrivedAt` is the moment the command reached the server, `now` the moment it is decided, both in
 * ms since 1970: the mover pays for the time up to the first, the next turn begins at the second, so that waiting in
 * our queue costs nobody. `by` is null for the server itself.
 */
export type Asking = { readonly by: Player | null; readonly arrivedAt: number; readonly now: number };

/** What only the server asks: to make good the time it could not save. */
export type OwnCommand = { readonly type: 'interrupt'; readonly since: number; readonly until: number };

export type Decision = Result<readonly GameEvent[], Refusal>;

/** The whole of the game's law: which events a command makes, or why it makes none. No I/O, and no clock but `asking`. */
export function decide(state: GameState, command: Command | OwnCommand, asking: Asking): Decision {
  if (state.status === 'over') return err({ code: 'game-over' });
  if (state.status === 'closed') return err({ code: 'table-closed' });
  switch (command.type) {
    case 'sit':
      return sit(state, command.side, asking);
    case 'leave':
      return leave(state, asking);
    case 'move':
      return move(state, command, asking);
    case 'resign':
      return resign(state, asking);
    case 'flag':
      return flag(state, asking);
    case 'interrupt':
      return state.clock === null || refund(state.clock, command.since, command.until) === state.clock
        ? ok([])
        : ok([{ type: 'interrupted', since: command.since, until: command.until }]);
  }
}

/** The first events of a new table: it exists, and its host sits at it. */
export const open = (settings: Settings, host: Player, side: Side): readonly GameEvent[] => [
  { type: 'created', settings, host },
  { type: 'seated', side, player: host },
];

function sit(state: GameState, wanted: Side | null, { by }: Asking): Decision {
  if (by === null) return err({ code: 'not-seated' });
  const own = sideOf(state, by.id);
  if (own !== undefined) return err({ code: 'already-seated', side: own });
  const vacant = state.seats.filter((seat) => seat.player === null);
  if (vacant.length === 0) return err({ code: 'seat-taken', side: wanted });
  if (wanted !== null && !state.seats.some((seat) => seat.side === wanted)) {
    return err({ code: 'no-such-seat', side: wanted });
  }
  const chosen = wanted === null ? vacant[0] : vacant.find((seat) => seat.side === wanted);
  if (chosen === undefined) return err({ code: 'seat-taken', side: wanted });
  const seated: GameEvent = { type: 'seated', side: chosen.side, player: by };
  return ok(vacant.length === 1 ? [seated, { type: 'started' }] : [seated]);
}

function leave(state: GameState, { by }: Asking): Decision {
  const side = sideOf(state, by?.id);
  if (side === undefined) return err({ code: 'not-seated' });
  if (state.status === 'live') return err({ code: 'already-started' });
  return ok([by?.id === state.host ? { type: 'closed' } : { type: 'unseated', side }]);
}

function move(state: GameState, command: Extract<Command, { type: 'move' }>, asking: Asking): Decision {
  const seat = playing(state, asking);
  if (!seat.ok) return seat;
  const position = positionOf(state);
  if (command.ply !== position.ply) return err({ code: 'stale', ply: position.ply });
  if (seat.value !== position.turn) return err({ code: 'not-your-turn', turn: position.turn });
  const leftMs = timeLeft(state, asking.arrivedAt);
  if (leftMs !== null && leftMs <= 0) return err({ code: 'time-over' });

  const from = parseSquare(position.size, command.from);
  const to = parseSquare(position.size, command.to);
  if (from === undefined || to === undefined) {
    const off = from === undefined ? command.from : command.to;
    return err({ code: 'illegal-move', from: command.from, to: command.to, why: `This board has no square ${off}.` });
  }
  const next = playOn(state.history, { from, to });
  if (!next.ok) {
    return err({ code: 'illegal-move', from: command.from, to: command.to, why: whyNot(position, next.error) });
  }
  const remainingMs = leftMs === null ? null : leftMs + (state.settings.time?.incrementMs ?? 0);
  const moved: GameEvent = { type: 'moved', ply: command.ply, from: command.from, to: command.to, remainingMs };
  return ok([moved, ...endingAfterMove(next.value)]);
}

function resign(state: GameState, asking: Asking): Decision {
  const seat = playing(state, asking);
  return seat.ok ? ok(goOut(state, seat.value, 'resignation')) : seat;
}

function flag(state: GameState, { arrivedAt }: Asking): Decision {
  if (state.status !== 'live') return err({ code: 'not-started' });
  const leftMs = timeLeft(state, arrivedAt);
  if (leftMs === null || leftMs > 0) return err({ code: 'time-left', leftMs });
  return ok(goOut(state, positionOf(state).turn, 'time'));
}

/** R15: out of play, and the game with it when only one is left. */
function goOut(state: GameState, side: Side, by: 'resignation' | 'time'): readonly GameEvent[] {
  return [{ type: 'out', side, by }, ...endingAfterLeaving(removeFrom(state.history, side), by)];
}

/** The asker's side, if the game has begun and the asker is still in it. */
function playing(state: GameState, { by }: Asking): Result<Side, Refusal> {
  const side = sideOf(state, by?.id);
  if (side === undefined) return err({ code: 'not-seated' });
  if (state.status !== 'live') return err({ code: 'not-started' });
  return positionOf(state).out.includes(side) ? err({ code: 'out-of-play' }) : ok(side);
}

/** What the side to move had left at `at`, negative when it is too late; null without a clock. */
function timeLeft(state: GameState, at: number): number | null {
  const deadline = deadlineAt(state);
  if (deadline === undefined || state.clock === null) return null;
  return Math.min(deadline - at, state.clock.remainingMs[positionOf(state).turn]);
}
