import {
  availableComputer,
  type GameEvent,
  isComputer,
  isCorrespondence,
  isTimeZone,
  type Player,
  type PlayerId,
  type Refusal,
  rateableAs,
  type Settings,
  type Strength,
} from '@terrace/protocol';
import { err, ok, type Result, type Side } from '@terrace/rules';
import { abortRefusal } from './abort-refusal.ts';
import { type CommandContext, type Decision, requirePlaying, requireSeat } from './context.ts';
import { deadlineAt, tableExpiresAt } from './deadlines.ts';
import { startPositionOf } from './start-position.ts';
import { type GameState, sideOf } from './state.ts';
import { peopleIn } from './substitute.ts';
import { reservedEvent, startedEvent } from './terms.ts';

export type Reservation = { readonly side: Side; readonly player: Player };

/**
 * The first events of a new table: it is created, its host sits down, and seats are reserved.
 * @param side of the host; null for an organiser who has no seat and invites all players
 */
export function openTable(
  settings: Settings,
  host: Player,
  side: Side | null,
  reservations: readonly Reservation[],
  now: number,
): Result<readonly GameEvent[], Refusal> {
  const own = side === null ? [] : [{ side, player: host }];
  const refusal = tableRefusal(settings, [...own, ...reservations]) ?? organiserRefusal(settings, side, reservations);
  if (refusal !== undefined) return err(refusal);
  const kept = reservations.map((each) => reservedEvent(settings, each.side, each.player, now));
  const seated = own.map((each): GameEvent => ({ type: 'seated', ...each }));
  return ok([{ type: 'created', settings, host }, ...seated, ...kept]);
}

/** An organiser names a player for each seat, and at least one person, who can accept. */
function organiserRefusal(settings: Settings, side: Side | null, invited: readonly Reservation[]): Refusal | undefined {
  if (side !== null) return undefined;
  const start = startPositionOf(settings);
  const isFull = start.ok && invited.length === start.value.seats.length;
  return isFull && invited.some(({ player }) => !isComputer(player)) ? undefined : { code: 'seats-open' };
}

/** Whether the table was opened by an organiser: only an organiser hosts a table without a seat. */
const isOrganised = (state: GameState): boolean => sideOf(state, state.host) === undefined;

/** An organiser has named all players, so the table closes when one of them does not play. */
const withoutPlayer = (state: GameState, events: readonly GameEvent[]): readonly GameEvent[] =>
  isOrganised(state) ? [...events, { type: 'closed', by: 'declined' }] : events;

function tableRefusal(settings: Settings, seating: readonly Reservation[]): Refusal | undefined {
  const start = startPositionOf(settings);
  if (!start.ok) return { code: 'bad-position', why: start.error };
  if (settings.setup !== 'custom' && settings.position !== null) {
    return { code: 'bad-position', why: { code: 'not-custom', setup: settings.setup } };
  }
  const zone = isCorrespondence(settings.time) ? settings.time.weekendsOff : undefined;
  if (zone !== undefined && !isTimeZone(zone)) return { code: 'no-such-time-zone', timeZone: zone };
  if (settings.rated && rateableAs(settings) === null) return { code: 'not-rateable' };
  if (settings.rated && (settings.substitute !== undefined || seating.some(({ player }) => isComputer(player)))) {
    return { code: 'computers-are-casual' };
  }
  for (const [i, { side }] of seating.entries()) {
    if (!start.value.seats.includes(side)) return { code: 'no-such-seat', side };
    if (seating.findIndex((each) => each.side === side) !== i) return { code: 'seat-taken', side };
  }
  const twice = seating
    .slice(1)
    .find(({ player }) => seating.filter((each) => each.player.id === player.id).length > 1);
  return twice && { code: 'already-seated', side: twice.side };
}

/** The first events of a game whose players are all present. The first of them is the host. */
export function openFullTable(
  settings: Settings,
  seating: readonly Reservation[],
): Result<readonly GameEvent[], Refusal> {
  const [first] = seating;
  const start = startPositionOf(settings);
  if (!start.ok) return err({ code: 'bad-position', why: start.error });
  const vacant = start.value.seats.find((side) => !seating.some((each) => each.side === side));
  if (first === undefined || vacant !== undefined) return err({ code: 'seats-open' });
  const refusal = tableRefusal(settings, seating);
  if (refusal !== undefined) return err(refusal);
  const seated = seating.map((each): GameEvent => ({ type: 'seated', ...each }));
  return ok([{ type: 'created', settings, host: first.player }, ...seated, startedEvent(settings)]);
}

/** Limits of seats taken by one player and by computers, and of events before the start. */
const MAX_ARRIVALS = 5;
const MAX_COMPUTER_ARRIVALS = 20;
const MAX_EVENTS_BEFORE_START = 500;

function hasReachedArrivalLimit({ arrivals, seq, status }: GameState, who: PlayerId | 'computers'): boolean {
  const most = who === 'computers' ? MAX_COMPUTER_ARRIVALS : MAX_ARRIVALS;
  return status === 'open' && ((arrivals[who] ?? 0) >= most || seq >= MAX_EVENTS_BEFORE_START);
}

/** Takes a seat; the last one starts the game, unless the host starts it. */
export function takeSeat(state: GameState, wanted: Side | null, { by }: CommandContext): Decision {
  if (by === null) return err({ code: 'not-seated' });
  const own = sideOf(state, by.id);
  if (own !== undefined) return err({ code: 'already-seated', side: own });
  if (hasReachedArrivalLimit(state, by.id)) return err({ code: 'too-many-changes' });
  const vacant = state.seats.filter((seat) => seat.player === null);
  if (wanted !== null && !state.seats.some(({ side }) => side === wanted)) {
    return err({ code: 'no-such-seat', side: wanted });
  }
  const kept = vacant.find(({ reserved }) => reserved?.id === by.id);
  const chosen =
    wanted === null
      ? (kept ?? vacant.find(({ reserved }) => reserved === null) ?? vacant[0])
      : vacant.find(({ side }) => side === wanted);
  if (chosen === undefined) return err({ code: 'seat-taken', side: wanted });
  if (chosen.reserved !== null && chosen.reserved.id !== by.id)
    return err({ code: 'seat-reserved', side: chosen.side });
  const { side } = chosen;
  // A player with a reserved seat who takes another one frees the reservation.
  const elsewhere = kept !== undefined && kept !== chosen ? [{ type: 'declined' as const, side: kept.side }] : [];
  const begins = vacant.length === 1 && state.settings.starts === 'full';
  return ok([...elsewhere, { type: 'seated', side, player: by }, ...(begins ? [startedEvent(state.settings)] : [])]);
}

export function declineSeat(state: GameState, { by }: CommandContext): Decision {
  const kept = state.seats.find(({ reserved }) => reserved !== null && reserved.id === by?.id);
  if (kept === undefined) return err({ code: 'not-invited' });
  return ok(withoutPlayer(state, [{ type: 'declined', side: kept.side }]));
}

/** Closes a table that has waited too long, or opens reserved seats whose time is over. */
export function expireReservations(state: GameState, { arrivedAt }: CommandContext): Decision {
  const closesAt = tableExpiresAt(state);
  if (closesAt !== undefined && arrivedAt >= closesAt) return ok([{ type: 'closed', by: 'expired' }]);
  const next = deadlineAt(state);
  if (next === undefined) return err({ code: 'not-started' });
  if (arrivedAt < next) return err({ code: 'time-left', leftMs: next - arrivedAt });
  const late = state.seats.filter(({ until }) => until !== undefined && until <= arrivedAt);
  return ok(
    withoutPlayer(
      state,
      late.map(({ side }): GameEvent => ({ type: 'expired', side })),
    ),
  );
}

/** Closes a public table with a clock whose host has been away longer than the grace period. */
export function closeAbandonedTable(state: GameState, { absentSides }: CommandContext): Decision {
  const side = sideOf(state, state.host);
  if (side === undefined || state.settings.seen !== 'public' || state.settings.time?.kind !== 'clock') return ok([]);
  return absentSides.includes(side) ? ok([{ type: 'closed', by: 'host-gone' }]) : err({ code: 'still-here', side });
}

/** Leaves the seat before the start; the host's departure, also that of an organiser, closes the table. */
export function leaveTable(state: GameState, context: CommandContext): Decision {
  if (context.by?.id === state.host) return ok([{ type: 'closed', by: 'host' }]);
  const side = requireSeat(state, context);
  return side.ok ? ok(withoutPlayer(state, [{ type: 'unseated', side: side.value }])) : side;
}

/** Reserves an open seat for a computer, which then sits down like any player. */
export function seatComputer(state: GameState, side: Side, strength: Strength, { by, now }: CommandContext): Decision {
  if (by?.id !== state.host) return err({ code: 'not-host' });
  if (state.settings.rated) return err({ code: 'computers-are-casual' });
  const seat = state.seats.find((each) => each.side === side);
  if (seat === undefined) return err({ code: 'no-such-seat', side });
  if (seat.player !== null) return err({ code: 'seat-taken', side });
  if (seat.reserved !== null) return err({ code: 'seat-reserved', side });
  if (hasReachedArrivalLimit(state, 'computers')) return err({ code: 'too-many-changes' });
  const present = state.seats.flatMap(({ player, reserved }) => (player ?? reserved)?.id ?? []);
  return ok([reservedEvent(state.settings, side, availableComputer(strength, present), now)]);
}

/** Opens a computer's seat to all players. */
export function unseatComputer(state: GameState, side: Side, { by }: CommandContext): Decision {
  if (by?.id !== state.host) return err({ code: 'not-host' });
  const seat = state.seats.find((each) => each.side === side);
  const occupant = seat?.player ?? seat?.reserved;
  if (!occupant || !isComputer(occupant)) return err({ code: 'not-a-computer', side });
  return ok([{ type: seat?.player ? 'unseated' : 'declined', side }]);
}

/** Calls off a game whose only person was paired with people; without a clock the game waits. */
export function setAside(state: GameState): Decision {
  if (state.settings.time?.kind !== 'clock' || state.status !== 'live' || peopleIn(state).length > 1) return ok([]);
  return ok([{ type: 'closed', by: 'set-aside' }]);
}

export function startGame(state: GameState, { by }: CommandContext): Decision {
  if (by?.id !== state.host) return err({ code: 'not-host' });
  if (state.seats.some(({ player }) => player === null)) return err({ code: 'seats-open' });
  return ok([startedEvent(state.settings)]);
}

/** Calls the game off before the sender's first move; it is not rated. A side that is out (R15) has no say. */
export function abortGame(state: GameState, context: CommandContext): Decision {
  const side = requirePlaying(state, context);
  if (!side.ok) return side;
  const refusal = abortRefusal(state, side.value);
  return refusal === undefined ? ok([{ type: 'closed', by: 'abort' }]) : err(refusal);
}
