import type { Reservation, ServerCommand } from '@terrace/game';
import type { Command, CommandId, GameId, LoggedEvent, Player, PlayerId, Refusal, Settings } from '@terrace/protocol';
import type { Side } from '@terrace/rules';

/** A command for a game. `by` is null for the server; `arrivedAt` is ms since 1970. */
export type CommandRequest = {
  readonly gameId: GameId;
  readonly by: Player | null;
  readonly commandId?: CommandId;
  readonly command: Command | ServerCommand;
  readonly arrivedAt: number;
  readonly address?: string;
  readonly lagMs?: number;
  /** Sides whose players are absent beyond their grace period. */
  readonly absentSides?: readonly Side[];
  /** This connection receives the events in its reply, not in the broadcast. */
  readonly answeredTo?: string | undefined;
};

export type CommandResult = {
  readonly seq: number;
  /** Empty if they were published before: the command was repeated, or a reader of the log was first. */
  readonly events: readonly LoggedEvent[];
};

export type GameRequest = {
  readonly commandId: CommandId;
  readonly settings: Settings;
  readonly seating: readonly [Reservation, ...Reservation[]];
  readonly addresses?: ReadonlyMap<PlayerId, string>;
};

export type TableRequest = {
  readonly host: Player;
  readonly commandId: CommandId;
  readonly settings: Settings;
  /** Null for an organiser without a seat. */
  readonly side: Side | null;
  readonly reservations: readonly Reservation[];
  readonly address?: string;
};

/** Someone at a table: an organiser is known by the id only. */
export type Companion = Pick<Player, 'id'> & Partial<Player>;

/** Resolves to the refusal, or undefined if a player may take a seat in a game with these settings, with these others. */
export type CheckEligibility = (
  player: Player,
  settings: Settings,
  others?: readonly Companion[],
) => Promise<Refusal | undefined>;
