import type { GameId, GameResult, Offer, Player, PlayerId, Settings } from '@terrace/protocol';
import type { History, Position, Side } from '@terrace/rules';
import type { ProcessedCommands } from './processed.ts';

export type Status = 'open' | 'live' | 'over' | 'closed';

/** Open while there is no player; then it may be kept for somebody, `until` an instant (ms since 1970). */
export type Seat = {
  readonly side: Side;
  readonly player: Player | null;
  readonly reserved: Player | null;
  readonly until?: number | undefined;
  /** Who sat here before and lost by R15; the player is the computer that plays on. */
  readonly leaver?: Player | undefined;
};

/** Who asked, and who has said yes so far, the asker included. */
type OpenOffer = { readonly by: Side; readonly agreed: readonly Side[] };

/** An offer that came to nothing: whose, and before which ply. */
type FailedOffer = { readonly offer: Offer; readonly by: Side; readonly ply: number };

/** How often something has happened, by who did it; who is missing has not. */
export type Tally<K extends string> = Readonly<Partial<Record<K, number>>>;

/** The tally after one more by `who`. */
export const countOne = <K extends string>(tally: Tally<K>, who: K): Tally<K> => ({
  ...tally,
  [who]: (tally[who] ?? 0) + 1,
});

/** A game as its events leave it. Made by `fold` alone; nothing here is stored. */
export type GameState = {
  readonly seq: number;
  readonly status: Status;
  readonly settings: Settings;
  readonly host: PlayerId;
  readonly createdAt: number;
  /** When the last event happened; time never runs backwards in a log. */
  readonly lastAt: number;
  readonly seats: readonly Seat[];
  readonly history: History;
  readonly clock: Clock | null;
  /** When a pause ends by itself; null while the game goes on. */
  readonly pausedUntil: number | null;
  readonly offers: Readonly<Partial<Record<Offer, OpenOffer>>>;
  readonly failedOffers: readonly FailedOffer[];
  /** When the board last changed, or play began: from then on who is to move in a game without a clock is waited for. */
  readonly playedAt: number;
  /** How many offers each side has made in the whole game, and how often it has given time since the board last changed. */
  readonly offersMade: Tally<Side>;
  readonly gifts: Tally<Side>;
  /** How often each player has sat down here, and computers have been given a seat, before play began. */
  readonly arrivals: Tally<PlayerId | 'computers'>;
  readonly result: GameResult | null;
  /** When it ended; later events, about a rematch, do not move it. */
  readonly endedAt: number | null;
  /** The rematch, once there is one. */
  readonly next: GameId | null;
  readonly processed: ProcessedCommands;
};

/** What each side had left when the running turn began, in ms, and when that was. */
export type Clock = {
  readonly remainingMs: Readonly<Record<Side, number>>;
  readonly turnStartedAt: number;
  /** The lag account of each side: what it holds at most, and what it gains with each own move, in ms. */
  readonly lag: { readonly maxMs: number; readonly refillMs: number };
  /** What is in each side's lag account: network lag that can still be refunded, in ms. */
  readonly lagMs: Readonly<Record<Side, number>>;
  /** Interruptions up to here have been made good; another node may report the same one. */
  readonly refundedUntil: number;
};

/** Whether every seat had somebody: who were all there can have a rematch, also of a game that closed before a move. */
export const wasFull = ({ seats }: GameState): boolean => seats.every(({ player }) => player !== null);

export const positionOf = (state: GameState): Position => state.history.position;

/** Who sits at the side to move; null where nobody does. */
export const moverOf = (state: GameState): Player | null =>
  state.seats.find(({ side }) => side === positionOf(state).turn)?.player ?? null;

/** The side a player sits at, or undefined for one who only watches. */
export const sideOf = (state: GameState, player: PlayerId | undefined): Side | undefined =>
  player === undefined ? undefined : state.seats.find((seat) => seat.player?.id === player)?.side;

/** Whether a side has made a move of its own that still stands. */
export function hasMoved({ history }: GameState, side: Side): boolean {
  for (let moment = history; moment.parent !== undefined; moment = moment.parent) {
    if (moment.move !== undefined && moment.parent.position.turn === side) return true;
  }
  return false;
}
