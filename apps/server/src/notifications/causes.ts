import {
  consenters,
  currentPosition,
  deadlineAt,
  flagAt,
  type GameState,
  moverOf,
  type Seat,
  shortTimeAt,
  sideOf,
} from '@terrace/game';
import {
  type EndReason,
  type EventOf,
  type GameId,
  type GameResult,
  isComputer,
  type LoggedEvent,
  MINUTE_MS,
  type NotificationDetails,
  type Player,
  type PlayerId,
} from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import { isPerson, isSlow } from '../game-service/news.ts';
import { keys } from './keys.ts';
import type { Cause } from './notifications.ports.ts';

/** One commit of a game: the states around it and its events. */
export type Batch = {
  readonly gameId: GameId;
  /** Null for a new game. */
  readonly before: GameState | null;
  readonly events: readonly LoggedEvent[];
  readonly state: GameState;
  /** The player who opened the table, from the start of the log: a state names only seated players. */
  readonly opener: Player;
};

/** The last event with which a turn began; undefined if it is not among these. */
export const turnEvent = (events: readonly LoggedEvent[]): LoggedEvent | undefined =>
  events.findLast(({ event: { type } }) => type === 'moved' || type === 'undone' || type === 'started');

/**
 * What a commit means to its players, except for their own actions. A player who has the turn is notified of that only,
 * and a host whose challenge is accepted not of the start as well.
 */
export function newsIn({ gameId, before, events, state, opener }: Batch): readonly Cause[] {
  const sender = events[0]?.by;
  const causes = new Map<PlayerId, Cause>();
  const host = playerOf(state, state.host) ?? opener;
  const isOrganised = sideOf(state, state.host) === undefined;
  for (const { seq, at, event } of events) {
    const add = (to: Player | null | undefined, key: string, details: NotificationDetails): void => {
      if (isPerson(to) && to.id !== sender) causes.set(to.id, { to: to.id, key, gameId, at, details });
    };
    switch (event.type) {
      case 'reserved': {
        const invited = { kind: 'invited', by: host, until: event.until ?? null } as const;
        add(event.player, keys.invited(gameId, seq), invited);
        break;
      }
      case 'declined':
      case 'expired': {
        const by = before?.seats.find(({ side }) => side === event.side)?.reserved;
        // An organiser's table closes, so those who have accepted are notified as well.
        const waiting = isOrganised ? [host, ...state.seats.map(({ player }) => player)] : [host];
        for (const to of waiting) {
          if (!by) continue;
          const answered = { kind: 'answered', by, accepted: false } as const;
          add(to, keys.answered(gameId, seq), event.type === 'expired' ? { ...answered, expired: true } : answered);
        }
        break;
      }
      case 'unseated': {
        const by = before?.seats.find(({ side }) => side === event.side)?.player;
        // An organiser's table closes, so those who have accepted are notified as well.
        const waiting = isOrganised ? [host, ...state.seats.map(({ player }) => player)] : [host];
        const left = {
          kind: 'answered',
          accepted: false,
          left: true,
          ...(isOrganised && { closed: true as const }),
        } as const;
        for (const to of waiting) if (isPerson(by)) add(to, keys.answered(gameId, seq), { ...left, by });
        break;
      }
      case 'closed':
        for (const [to, details] of closedFor(event.by, before, state, host)) add(to, keys.closed(gameId), details);
        break;
      case 'refused':
      case 'paused': {
        const offer = event.type === 'refused' ? event.offer : 'pause';
        const offerer = before?.offers[offer]?.by;
        const by = state.seats.find(({ side, player }) => player?.id === sender && side !== offerer)?.player;
        const to = state.seats.find(({ side }) => side === offerer)?.player;
        const answer = event.type === 'refused' ? 'declined' : 'accepted';
        if (by) add(to, keys.offer(gameId, offer, seq), { kind: 'offer', offer, by, answer });
        break;
      }
      case 'seated': {
        const by = event.player;
        const wasInvited = before?.seats.find(({ side }) => side === event.side)?.reserved?.id === by.id;
        if (isOrganised && before) add(host, keys.answered(gameId, seq), { kind: 'answered', by, accepted: true });
        for (const { player } of before?.seats ?? []) {
          if (player?.id !== state.host || !wasInvited) add(player, keys.joined(gameId, seq), { kind: 'joined', by });
          else add(player, keys.answered(gameId, seq), { kind: 'answered', by, accepted: true });
        }
        break;
      }
      case 'started':
        for (const { player } of state.seats) {
          if (player === null || causes.get(player.id)?.details.kind === 'answered') continue;
          add(player, keys.started(gameId), { kind: 'started', opponents: opponentsOf(state, player.id) });
        }
        break;
      case 'offered': {
        const by = state.seats.find(({ side }) => side === event.side)?.player;
        const asked = consenters(state, event.offer);
        if (!by || state.offers[event.offer] === undefined) break; // everyone has agreed
        for (const { side, player } of state.seats) {
          if (asked.includes(side))
            add(player, keys.offer(gameId, event.offer, seq), { kind: 'offer', offer: event.offer, seq, by });
        }
        break;
      }
    }
  }
  return [...causes.values()];
}

/** What it means that a game is called off or a table closed, for those who wait at it. */
function closedFor(
  reason: EventOf<'closed'>['by'],
  before: GameState | null,
  state: GameState,
  host: Player,
): readonly (readonly [to: Player | null, details: NotificationDetails])[] {
  const { seats } = state;
  if (before?.status === 'live') {
    const calledOff = { kind: 'over', outcome: 'called-off', place: null, by: reason, ratingChange: null } as const;
    return seats.map(({ player }) => [
      player,
      { ...calledOff, opponents: player === null ? [] : opponentsOf(state, player.id) },
    ]);
  }
  if (reason === 'expired') {
    const expired = { kind: 'answered', by: null, accepted: false, expired: true } as const;
    return [host, ...seats.map(({ player }) => player)].map((to) => [to, expired]);
  }
  if (reason !== 'host' && reason !== 'host-gone') return []; // the answer or departure that closed the table has its own cause
  const closed = { kind: 'answered', by: host, accepted: false, closed: true } as const;
  return seats.flatMap(({ player }) => (player?.id === state.host ? [] : [[player, closed] as const]));
}

/** The end of a game for each player except the one whose action ended it. */
export function endIn(
  { gameId, events, state }: Omit<Batch, 'before' | 'opener'>,
  ratingChangeOf: (player: PlayerId) => number | null,
): readonly Cause[] {
  const ended = events.find(({ event }) => event.type === 'ended');
  const { result } = state;
  if (ended === undefined || result === null) return [];
  return state.seats.flatMap(({ side, player }): readonly Cause[] => {
    if (!isPerson(player) || player.id === ended.by) return [];
    const details: NotificationDetails = {
      kind: 'over',
      outcome: outcomeFor(result, side),
      place: placeOf(result, side),
      by: result.by satisfies EndReason,
      opponents: opponentsOf(state, player.id),
      ratingChange: ratingChangeOf(player.id),
    };
    return [{ to: player.id, key: keys.over(gameId), gameId, at: ended.at, details }];
  });
}

/** The turn that began with an event; undefined for a computer, against computers, and if the player's own seat began it. */
export function turnCause(gameId: GameId, state: GameState, { seq, at, by }: LoggedEvent): Cause | undefined {
  const turn = slowTurn(state);
  if (turn === undefined || state.pausedUntil !== null) return undefined;
  const { mover, ply, opponents } = turn;
  if (mover.id === by || opponents.every(isComputer)) return undefined;
  const details: NotificationDetails = {
    kind: 'turn',
    ply,
    opponents,
    deadlineAt: deadlineAt(state) ?? null,
  };
  return { to: mover.id, key: keys.turn(gameId, ply, seq), gameId, at, details };
}

/** A quarter of the time for the move is left at `now`, or an hour, or both. */
export function timeShortCauses(gameId: GameId, state: GameState, seq: number, now: number): readonly Cause[] {
  const turn = slowTurn(state);
  const flag = flagAt(state);
  if (turn === undefined || flag === undefined || flag <= now) return [];
  const { mover, ply, opponents } = turn;
  return timeShort(state, now).map((left) => ({
    to: mover.id,
    key: keys.timeShort(left, gameId, ply, seq),
    gameId,
    at: now,
    details: { kind: 'time-short', ply, left, opponents, deadlineAt: flag },
  }));
}

/** A new follower, once. */
export const followerCause = (to: PlayerId, by: Player, at: number): Cause => ({
  to,
  key: keys.follower(by.id),
  gameId: null,
  at,
  details: { kind: 'follower', by },
});

/** A deadline that an outage has moved by less is still short. */
const REFUNDED_MS = 5 * MINUTE_MS;

/** Whether a notification still applies to its game. */
export function stands({ to, details }: Pick<Cause, 'to' | 'details'>, state: GameState): boolean {
  switch (details.kind) {
    case 'turn':
      return isTurnOf(state, to, details.ply);
    case 'time-short':
      // After a takeback, the same move can have its full time again.
      return isTurnOf(state, to, details.ply) && (flagAt(state) ?? 0) <= details.deadlineAt + REFUNDED_MS;
    case 'offer':
      return details.answer !== undefined || isOpen(state, details);
    case 'invited':
      return state.status === 'open' && state.seats.some(({ reserved }) => reserved?.id === to);
    default:
      return true;
  }
}

const isTurnOf = (state: GameState, player: PlayerId, ply: number): boolean =>
  state.status === 'live' && moverOf(state)?.id === player && currentPosition(state).ply === ply;

const isOpen = ({ offers }: GameState, { offer, seq }: Extract<NotificationDetails, { kind: 'offer' }>): boolean =>
  offers[offer] !== undefined && (seq === undefined || offers[offer].seq === seq);

/** Which marks the mover's time has passed: a quarter of the time at the start of the turn, and one hour. */
export const timeShort = (state: GameState, now: number): ('quarter' | 'hour')[] =>
  (['quarter', 'hour'] as const).filter((left) => (shortTimeAt(state, left) ?? Number.POSITIVE_INFINITY) <= now);

function slowTurn(state: GameState) {
  const mover = moverOf(state);
  if (state.status !== 'live' || !isSlow(state.settings) || !isPerson(mover)) return undefined;
  return { mover, ply: currentPosition(state).ply, opponents: opponentsOf(state, mover.id) };
}

const playerOf = ({ seats }: GameState, id: PlayerId): Player | undefined =>
  seats.flatMap(({ player, reserved }) => player ?? reserved ?? []).find((player) => player.id === id);

const opponentsOf = ({ seats }: { readonly seats: readonly Seat[] }, id: PlayerId): Player[] =>
  seats.flatMap(({ player }) => (player === null || player.id === id ? [] : [player]));

const outcomeFor = ({ winner }: GameResult, side: Side) =>
  winner === null ? 'drawn' : winner === side ? 'won' : 'lost';

/** From 1; tied sides share the better place. */
function placeOf({ places }: GameResult, side: Side): number {
  const before = places.slice(
    0,
    places.findIndex((sides) => sides.includes(side)),
  );
  return before.flat().length + 1;
}
