import type { GameId, Player } from '@terrace/protocol';

export type Renaming = {
  readonly player: Player;
  /** When the player got the new name, in ms since 1970. */
  readonly beganAt: number;
  /** Games up to this id contain the new name; empty before the first. */
  readonly doneUpTo: string;
  /** Whether the account was deleted. */
  readonly isClosed: boolean;
};

/** Each existing game is in one of the lists. */
type RenamedGames = {
  readonly renamed: readonly GameId[];
  readonly unfinished: readonly GameId[];
  /** Another session has locked their rows. */
  readonly locked: readonly GameId[];
};

/** Every function throws DatabaseUnavailable or DatabaseBusy; writing ones also throw RenamingUnavailable. */
export type RenameStore = {
  /** Oldest first. */
  unfinished(): Promise<readonly Renaming[]>;
  /** Open and live games in which the player has a seat, is invited, or was replaced by a computer. */
  unfinishedGames(player: Player): Promise<readonly GameId[]>;
  /** Open tables of a host, with or without a seat. */
  hostedTables(player: Player): Promise<readonly GameId[]>;
  /** The next few thousand games that name the player, in the database's order of ids. */
  gamesAfter(player: Player, after: string): Promise<readonly GameId[]>;
  /** Games changed since `instant`, in ms since 1970. */
  gamesChangedSince(player: Player, instant: number): Promise<readonly GameId[]>;
  /** Renames in one transaction, in all of these games or only in finished ones. */
  renameInGames(renaming: Renaming, games: readonly GameId[], which: 'all' | 'finished'): Promise<RenamedGames>;
  /** Renames in the next messages after this id. @returns the last id; undefined if none are left */
  renameInChat(renaming: Renaming, after: number): Promise<number | undefined>;
  /** Renames in notifications of no game. */
  renameInNotices(renaming: Renaming): Promise<void>;
  keepProgress(renaming: Renaming, doneUpTo: GameId): Promise<void>;
  finish(renaming: Renaming): Promise<void>;
};

/** Another server holds the renaming, or a newer name has replaced it. Nothing was written. */
export class RenamingUnavailable extends Error {}
