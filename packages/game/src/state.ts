import type { CommandId, GameResult, Player, PlayerId, Settings } from '@terrace/protocol';
import type { History, Position, Side } from '@terrace/rules';

export type Status = 'open' | 'live' | 'over' | 'closed';

/** `player` is null while the seat is open. */
export type Seat = { readonly side: Side; readonly player: Player | null };

/** A command that was carried out, so that the same one sent again gets the same answer. */
export type Answered = { readonly by: PlayerId; readonly commandId: CommandId; readonly seq: number };

/** A move as the list shows it. `remainingMs` is the mover's clock after it, null without clocks. */
export type PlayedMove = { readonly side: Side; readonly at: number; readonly remainingMs: number | null };

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
  readonly result: GameResult | null;
  readonly answered: readonly Answered[];
};

/** What each side had left when the running turn began, in ms, and when that was. */
export type Clock = {
  readonly remainingMs: Readonly<Record<Side, number>>;
  readonly turnStartedAt: number;
  /** Interruptions up to here have been made good; another node may report the same one. */
  readonly refundedUntil: number;
};

export const positionOf = (state: GameState): Position => state.history.position;

/** The side a player sits at, or undefined for one who only watches. */
export const sideOf = (state: GameState, player: PlayerId | undefined): Side | undefined =>
  player === undefined ? undefined : state.seats.find((seat) => seat.player?.id === player)?.side;

/** The seq a command was answered with, if it was carried out already. */
export const answeredSeq = (state: GameState, by: PlayerId, commandId: CommandId): number | undefined =>
  state.answered.find((past) => past.commandId === commandId && past.by === by)?.seq;
