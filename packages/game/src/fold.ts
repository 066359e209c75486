import {
  type EventOf,
  type GameEvent,
  isComputer,
  type LoggedEvent,
  type Offer,
  type Player,
  type PlayerId,
} from '@terrace/protocol';
import { parseSquare, removeFrom, type Side, startHistory } from '@terrace/rules';
import { addTime, fullTimeMs, passClock, refundTime, settleClock, startClock } from './clock.ts';
import { traitsOf } from './event-traits.ts';
import { playOnce } from './played.ts';
import { NONE_PROCESSED, withProcessed } from './processed.ts';
import { startPositionOf } from './start-position.ts';
import { countOne, currentPosition, type GameState, type Seat, sideOf } from './state.ts';
import { LAG_WITHOUT_FIELD, reservedUntilWithoutField } from './terms-before.ts';

/** The log is inconsistent: a fault of the server, never of a player. */
export class CorruptLog extends Error {}

/**
 * Reads only events, rules and constants, so a log has one result. Only older logs of games whose weekends do not count
 * depend on time zone data: their events lack `remainingMs`.
 * @throws CorruptLog on a gap or impossible event
 */
export function fold(state: GameState | null, events: readonly LoggedEvent[]): GameState | null {
  return events.reduce<GameState | null>((before, logged) => apply(before, logged), state);
}

/** The state after one more event. @throws CorruptLog when it does not follow */
export function apply(state: GameState | null, logged: LoggedEvent): GameState {
  const { event, seq, at } = logged;
  if (seq !== (state?.seq ?? 0) + 1) throw new CorruptLog(`event ${seq} does not follow ${state?.seq ?? 0}`);
  if (state === null) {
    if (event.type !== 'created') throw new CorruptLog(`a log begins with created, not ${event.type}`);
    return { ...opened(event, at), processed: withProcessed(NONE_PROCESSED, logged) };
  }
  const next = happened(event.type, state, event, at, logged.by);
  const { board, status } = traitsOf(event);
  const played = board !== null || status === 'live' || event.type === 'replaced' ? { playedAt: at, gifts: {} } : {};
  return { ...next, ...played, seq, lastAt: at, processed: withProcessed(state.processed, logged) };
}

function opened({ settings, host }: EventOf<'created'>, at: number): GameState {
  const position = startPositionOf(settings);
  if (!position.ok) throw new CorruptLog(`invalid start position: ${position.error.code}`);
  return {
    seq: 1,
    status: 'open',
    settings,
    host: host.id,
    createdAt: at,
    lastAt: at,
    seats: position.value.seats.map((side) => ({ side, player: null, reserved: null })),
    history: startHistory(position.value),
    clock: null,
    pausedUntil: null,
    offers: {},
    failedOffers: [],
    playedAt: at,
    offersMade: {},
    gifts: {},
    arrivals: {},
    result: null,
    endedAt: null,
    next: null,
    processed: NONE_PROCESSED,
  };
}

/** @param by the sender; undefined for the server */
type Fold<T extends GameEvent['type']> = (
  state: GameState,
  event: EventOf<T>,
  at: number,
  by: PlayerId | undefined,
) => GameState;

const happened = <T extends GameEvent['type']>(
  type: T,
  state: GameState,
  event: EventOf<T>,
  at: number,
  by: PlayerId | undefined,
): GameState => FOLDS[type](state, event, at, by);

const FOLDS: { readonly [T in GameEvent['type']]: Fold<T> } = {
  created: () => {
    throw new CorruptLog('a game can be created only once');
  },
  reserved: (state, { side, player, until }, at) =>
    seat(isComputer(player) ? arrived(state, player) : state, side, {
      player: null,
      reserved: player,
      until: until ?? reservedUntilWithoutField(state.settings, at),
    }),
  declined: vacate,
  expired: vacate,
  seated: (state, { side, player }) =>
    seat(isComputer(player) ? state : arrived(state, player), side, { player, reserved: null }),
  unseated: vacate,
  started(state, { lag = LAG_WITHOUT_FIELD }, at) {
    const { time } = state.settings;
    return { ...state, status: 'live', clock: time && startClock(time, lag, at) };
  },
  closed: (state, { by: reason, remainingMs }, at, by) => ({
    ...state,
    status: 'closed',
    closed: {
      by: reason,
      side: (reason === 'no-show' ? currentPosition(state).turn : sideOf(state, by)) ?? null,
      calledOffAt: state.status === 'live' ? at : null,
    },
    clock: settleClock(state, at, remainingMs),
    offers: {},
  }),
  moved,
  out: left,
  replaced,
  offered: (state, { offer, side, outlivesMove }) => ({
    ...withOffer(state, offer, {
      seq: state.seq + 1,
      by: side,
      agreed: [side],
      ...(outlivesMove && { outlivesMove }),
    }),
    offersMade: countOne(state.offersMade, side),
  }),
  agreed(state, { offer, side }) {
    const open = state.offers[offer];
    if (open === undefined) throw new CorruptLog(`there is no open offer of a ${offer}`);
    return withOffer(state, offer, { ...open, agreed: [...open.agreed, side] });
  },
  withdrawn: (state, { offer }) => fail(state, offer),
  refused: (state, { offer }) => fail(state, offer),
  undone,
  paused: (state, { until, remainingMs }, at) => ({
    ...without(state, 'pause'),
    clock: settleClock(state, at, remainingMs),
    pausedUntil: until ?? 'resumed',
  }),
  resumed: (state, _, at) => ({
    ...without(state, 'resume'),
    clock: state.clock && { ...state.clock, turnStartedAt: at },
    pausedUntil: null,
  }),
  'time-given': (state, { side, ms }) => ({
    ...state,
    clock: state.clock && addTime(state.clock, side, ms),
    gifts: countOne(state.gifts, side),
  }),
  interrupted: (state, { since, until }) => ({ ...state, clock: state.clock && refundTime(state.clock, since, until) }),
  'vacation-began': (state, event) => ({
    ...state,
    clock: chargesTurn(state, event) ? settleClock(state, event.since, event.remainingMs) : state.clock,
    vacations: { ...state.vacations, [event.side]: { since: event.since, until: event.until } },
  }),
  'vacation-ended'(state, { side, until }) {
    const vacation = state.vacations?.[side];
    if (vacation === undefined) throw new CorruptLog(`there is no vacation of ${side} to end`);
    return { ...state, vacations: { ...state.vacations, [side]: { ...vacation, until } } };
  },
  ended: (state, { result, remainingMs }, at) => ({
    ...state,
    status: 'over',
    clock: settleClock(state, at, remainingMs),
    offers: {},
    result,
    endedAt: at,
  }),
  renamed: (state, { player }) => ({ ...state, seats: state.seats.map((each) => renamed(each, player)) }),
  rematched: (state, { gameId }) => ({ ...without(state, 'rematch'), next: gameId }),
};

/** Whether a vacation charges the running turn up to its start, which the event may follow. */
export const chargesTurn = (state: GameState, { side, since }: EventOf<'vacation-began'>): boolean =>
  state.clock !== null && currentPosition(state).turn === side && state.clock.turnStartedAt < since;

/** Counts a player who sat down or a seat reserved for a computer; an invitation is not counted. */
const arrived = (state: GameState, player: Player): GameState => ({
  ...state,
  arrivals: countOne(state.arrivals, isComputer(player) ? 'computers' : player.id),
});

/** Only the name changes: the mark of a bot stays as it was when the player joined. */
function renamed({ player, reserved, leaver, ...seat }: Seat, now: Player): Seat {
  const named = <P extends Player | null>(each: P): P => (each?.id === now.id ? { ...each, name: now.name } : each);
  return {
    ...seat,
    player: named(player),
    reserved: named(reserved),
    ...(leaver && { leaver: named(leaver) }),
  };
}

const seat = (state: GameState, side: Side, change: Omit<Seat, 'side'>): GameState => ({
  ...state,
  seats: state.seats.map((each) => (each.side === side ? { side, ...change } : each)),
});

function vacate(state: GameState, { side }: { readonly side: Side }): GameState {
  return seat(state, side, { player: null, reserved: null });
}

function moved(state: GameState, event: EventOf<'moved'>, at: number): GameState {
  const position = currentPosition(state);
  const from = parseSquare(position.size, event.from);
  const to = parseSquare(position.size, event.to);
  if (from === undefined || to === undefined) throw new CorruptLog(`no square ${event.from} or ${event.to}`);
  const next = playOnce(state.history, { from, to });
  if (!next.ok) throw new CorruptLog(`the log contains an illegal move: ${next.error.code}`);
  const mover = position.turn;
  return {
    ...afterMoveOf(mover, state, event.planned ?? false),
    history: next.value,
    clock: state.clock && passClock(state.clock, mover, event.remainingMs ?? 0, at, event.lagMs),
  };
}

/**
 * A move declines the offers that the mover had not agreed to, and withdraws its own that do not outlive it. A planned
 * move leaves offers open that outlive a move, because its owner may not have seen them, but each only once: a side that
 * calls all its moves planned must not keep an offer for the rest of the game.
 */
function afterMoveOf(mover: Side, state: GameState, isPlanned: boolean): GameState {
  let next = state;
  for (const offer of ['draw', 'takeback', 'pause'] as const) {
    const open = state.offers[offer];
    if (open === undefined) continue;
    const outlivesMove = open.outlivesMove ?? false;
    const { spared = [] } = open;
    if (open.by === mover ? outlivesMove : open.agreed.includes(mover)) continue;
    if (isPlanned && outlivesMove && !spared.includes(mover)) {
      next = withOffer(next, offer, { ...open, spared: [...spared, mover] });
    } else next = fail(next, offer);
  }
  return next;
}

/** R15: the leaver's clock stops, and another side's running turn continues. Offers between them are cancelled. */
function left(state: GameState, { side, by, remainingMs }: EventOf<'out'>, at: number): GameState {
  const wasTurn = currentPosition(state).turn === side;
  const settled = wasTurn ? settleClock(state, at, remainingMs) : state.clock;
  const history = removeFrom(state.history, side);
  return {
    ...state,
    history,
    clock: settled && by === 'time' ? { ...settled, remainingMs: { ...settled.remainingMs, [side]: 0 } } : settled,
    offers: {},
  };
}

/** R15: the computer gets full time, since the leaver may have none, and no offers, since the leaver may have agreed. */
function replaced(state: GameState, { side, player, remainingMs }: EventOf<'replaced'>, at: number): GameState {
  const { time } = state.settings;
  const wasTurn = currentPosition(state).turn === side;
  const settled = wasTurn ? settleClock(state, at, remainingMs) : state.clock;
  const full = time === null ? 0 : fullTimeMs(time);
  return {
    ...state,
    seats: state.seats.map((each) =>
      each.side === side ? { side, player, reserved: null, ...(each.player && { leaver: each.player }) } : each,
    ),
    clock: settled && { ...settled, remainingMs: { ...settled.remainingMs, [side]: full } },
    offers: {},
  };
}

/** The state after a takeback. Used time is not returned, but a correspondence turn begins with its full time. */
function undone(state: GameState, { ply, remainingMs }: EventOf<'undone'>, at: number): GameState {
  let { history } = state;
  while (history.position.ply > ply && history.parent !== undefined) history = history.parent;
  if (history.position.ply !== ply) throw new CorruptLog(`there is no ply ${ply} to return to`);
  const clock = settleClock(state, at, remainingMs);
  const { time } = state.settings;
  const full = clock && time?.kind === 'days' ? startClock(time, clock.lag, at) : clock;
  return { ...state, history, clock: full, offers: {} };
}

const withOffer = (state: GameState, offer: Offer, open: GameState['offers'][Offer]): GameState => ({
  ...state,
  offers: { ...state.offers, ...(open && { [offer]: open }) },
});

function without(state: GameState, offer: Offer): GameState {
  const { [offer]: _, ...offers } = state.offers;
  return { ...state, offers };
}

function fail(state: GameState, offer: Offer): GameState {
  const open = state.offers[offer];
  if (open === undefined) return state;
  const others = state.failedOffers.filter((each) => each.offer !== offer || each.by !== open.by);
  return {
    ...without(state, offer),
    failedOffers: [...others, { offer, by: open.by, ply: currentPosition(state).ply }],
  };
}
