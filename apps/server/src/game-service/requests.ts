import type { Reservation, ServerCommand } from '@terrace/game';
import type { Command, CommandId, GameId, LoggedEvent, Player, PlayerId, Refusal, Settings } from '@terrace/protocol';
import type { Side } from '@terrace/rules';

/** A command sent to a game: `by` null is the server itself, `arrivedAt` in ms since 1970. */
export type CommandRequest = {
  readonly gameId: GameId;
  readonly by: Player | null;
  readonly commandId?: CommandId;
  readonly command: Command | ServerCommand;
  readonly arrivedAt: number;
  readonly address?: string;
  /** Round trip time of the sender's connection, in ms. */
  readonly lagMs?: number;
  /** Sides whose players have been away for longer than their grace period. */
  readonly gone?: readonly Side[];
  /** The id of a connection that gets the events with the answer, and must not be sent them again. */
  readonly answeredTo?: string | undefined;
};

export type CommandResult = {
  /** The seq of the last event that the command made. */
  readonly seq: number;
  /** The events; none when they had been published before: the command was sent again, or a reader of the log was first. */
  readonly events: readonly LoggedEvent[];
};

/** A game to start at once, with a player for each side. */
export type GameRequest = {
  readonly commandId: CommandId;
  readonly settings: Settings;
  readonly seating: readonly [Reservation, ...Reservation[]];
  /** The address block of each player, where it is known. */
  readonly addresses?: ReadonlyMap<PlayerId, string>;
};

/** A table to open, with its host at `side`. */
export type TableRequest = {
  readonly host: Player;
  readonly commandId: CommandId;
  readonly settings: Settings;
  readonly side: Side;
  readonly reservations: readonly Reservation[];
  readonly address?: string;
};

/** Checks whether a player may take a seat in a game of these settings. Resolves to the refusal, or undefined when they may. */
export type CheckEligibility = (player: Player, settings: Settings) => Promise<Refusal | undefined>;
