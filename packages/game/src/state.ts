import type { CalledOff, GameId, GameResult, Offer, Player, PlayerId, Settings } from '@terrace/protocol';
import type { History, Position, Side } from '@terrace/rules';
import type { ProcessedCommands } from './processed.ts';

export type Status = 'open' | 'live' | 'over' | 'closed';

/** An open seat has no player; it may be reserved for one, `until` an instant (ms since 1970). */
export type Seat = {
  readonly side: Side;
  readonly player: Player | null;
  readonly reserved: Player | null;
  readonly until?: number | undefined;
  /** The player who lost this seat by R15; `player` is the computer that plays on. */
  readonly leaver?: Player | undefined;
};

/**
 * The number of the event that made the offer, its side, and all sides that agree, including it. `spared`: the sides of
 * which a planned move has left it open.
 */
type OpenOffer = {
  readonly seq: number;
  readonly by: Side;
  readonly agreed: readonly Side[];
  readonly outlivesMove?: true | undefined;
  readonly spared?: readonly Side[] | undefined;
};

type FailedOffer = { readonly offer: Offer; readonly by: Side; readonly ply: number };

/** Counts by key; a missing key means zero. */
export type Tally<K extends string> = Readonly<Partial<Record<K, number>>>;

export const countOne = <K extends string>(tally: Tally<K>, who: K): Tally<K> => ({
  ...tally,
  [who]: (tally[who] ?? 0) + 1,
});

export type Vacation = { readonly since: number; readonly until: number };

/** A game derived from its events. Only `fold` creates it; it is not stored. */
export type GameState = {
  readonly seq: number;
  readonly status: Status;
  readonly settings: Settings;
  readonly host: PlayerId;
  readonly createdAt: number;
  /** Time of the last event; it never decreases in a log. */
  readonly lastAt: number;
  readonly seats: readonly Seat[];
  readonly history: History;
  readonly clock: Clock | null;
  /** `resumed`: until all sides agree to resume; null while the game is not paused. */
  readonly pausedUntil: number | 'resumed' | null;
  /** The latest vacation of each side's player. No time of the side counts before `until`. */
  readonly vacations?: Readonly<Partial<Record<Side, Vacation>>>;
  readonly offers: Readonly<Partial<Record<Offer, OpenOffer>>>;
  readonly failedOffers: readonly FailedOffer[];
  /** When the board last changed or play began; from here the idle time of a game without a clock counts. */
  readonly playedAt: number;
  /** Offers of each side in the whole game, and gifts of time since the board last changed. */
  readonly offersMade: Tally<Side>;
  readonly gifts: Tally<Side>;
  /** How often each player, and computers, took a seat before the start. */
  readonly arrivals: Tally<PlayerId | 'computers'>;
  readonly result: GameResult | null;
  /** Why the table was closed, and when, if that called off a game that had begun. */
  readonly closed?: (CalledOff & { readonly calledOffAt: number | null }) | undefined;
  /** When the game ended; later events about a rematch do not change it. */
  readonly endedAt: number | null;
  readonly next: GameId | null;
  readonly processed: ProcessedCommands;
};

/** Each side's remaining time when the running turn began, and that instant. */
export type Clock = {
  readonly remainingMs: Readonly<Record<Side, number>>;
  readonly turnStartedAt: number;
  /** Each side's lag account: its maximum, and its gain per own move, in ms. */
  readonly lag: { readonly maxMs: number; readonly refillMs: number };
  /** Network lag that can still be refunded to each side. */
  readonly lagMs: Readonly<Record<Side, number>>;
  /** Interruptions up to here are refunded; another node may report the same one. */
  readonly refundedUntil: number;
};

/** Whether every seat had a player: they can have a rematch, even of a game closed before its first move. */
export const wasFull = ({ seats }: GameState): boolean => seats.every(({ player }) => player !== null);

export const currentPosition = (state: GameState): Position => state.history.position;

/** The player at the side to move; null for an empty seat. */
export const moverOf = (state: GameState): Player | null =>
  state.seats.find(({ side }) => side === currentPosition(state).turn)?.player ?? null;

/** A player's side; undefined for spectators. */
export const sideOf = (state: GameState, player: PlayerId | undefined): Side | undefined =>
  player === undefined ? undefined : state.seats.find((seat) => seat.player?.id === player)?.side;

/** Whether a side has made a move that was not taken back. */
export function hasMoved({ history }: GameState, side: Side): boolean {
  for (let moment = history; moment.parent !== undefined; moment = moment.parent) {
    if (moment.move !== undefined && moment.parent.position.turn === side) return true;
  }
  return false;
}

/** Whether the player of a side is on vacation. */
export const isOnVacation = ({ vacations }: GameState, side: Side, now: number): boolean =>
  (vacations?.[side]?.until ?? 0) > now;
