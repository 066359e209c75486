import type { EndReason, GameId, GameRow, LoggedEvent, PlayerId, RatingKind, Refusal } from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import type { SeatDemand } from './seat-limits.ts';

/** A game's row in lists, written together with its events. Instants are ms since 1970. */
export type Summary = GameRow & {
  readonly seq: number;
  readonly updatedAt: number;
  readonly deadlineAt: number | null;
  /** Rating kind by time control and seats, also of games that are not rated. */
  readonly kind: RatingKind | null;
  /** From here on null until the game is over; `winner` is null after a draw, too. */
  readonly endedAt: number | null;
  readonly endedBy: EndReason | null;
  readonly winner: PlayerId | null;
  readonly places: readonly (readonly Side[])[] | null;
  /** As text (R24). */
  readonly finalPosition: string | null;
};

/** Postgres cannot be reached. What was sent may have been saved or not; try again later. */
export class DatabaseUnavailable extends Error {}

/**
 * Postgres is there, but has too much to do: no connection became free, or a statement or a lock took too long. Nothing was
 * saved; try again after `retryMs`.
 */
export class DatabaseBusy extends Error {
  readonly retryMs: number;

  constructor(message: string, retryMs: number, options?: ErrorOptions) {
    super(message, options);
    this.retryMs = retryMs;
  }
}

/** Whether an error says that the database is away or busy, rather than that we made a mistake. */
export const isDatabaseFault = (error: unknown): error is DatabaseUnavailable | DatabaseBusy =>
  error instanceof DatabaseUnavailable || error instanceof DatabaseBusy;

/** The refusal of a request that the database could not serve. */
export const refusalOfFault = (fault: DatabaseUnavailable | DatabaseBusy): Refusal =>
  fault instanceof DatabaseBusy ? { code: 'busy', retryMs: fault.retryMs } : { code: 'not-saved' };

/** Reports all errors but those of a database that is away or busy: the caller tries again. */
export const exceptDatabaseFaults =
  (reportError: (error: unknown) => void) =>
  (error: unknown): void => {
    if (!isDatabaseFault(error)) reportError(error);
  };

/** The result of a query; undefined when the database is unreachable or busy. */
export const unlessDatabaseFault = <T>(query: Promise<T>): Promise<T | undefined> =>
  query.catch((error: unknown) => {
    if (isDatabaseFault(error)) return undefined;
    throw error;
  });

/** Whether a refusal says that a command was not saved for now, and may be sent again as it is. */
export const isUnsaved = ({ code }: Refusal): boolean => code === 'not-saved' || code === 'busy';

/** Under this name who only looks whether the store saves writes that: it is no node. */
export const HEALTH_PROBE_NODE = 'health';

/** What a beat has found in the store: its clock, in ms since 1970, and how long ago each node has beaten, in ms. */
export type Heartbeats = { readonly at: number; readonly nodes: readonly { node: string; silentMs: number }[] };

export type Append = {
  /** The seq that the events follow; 0 for a new game. */
  readonly after: number;
  readonly events: readonly LoggedEvent[];
  readonly summary: Summary;
  /** The seats, tables and invitations that the events give to players; null for none. */
  readonly demand: SeatDemand | null;
};

export type AppendResult =
  | { readonly kind: 'saved' }
  /** Another writer was first in one of the games: fold the missing events and decide again. */
  | { readonly kind: 'conflict' }
  /** A player would exceed a limit of seats, tables or invitations. */
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Reads and appends game logs. Every function here and below throws DatabaseUnavailable or DatabaseBusy while Postgres does not answer. */
export type GameStore = {
  /** Events with a seq above `after`, in order; empty for an unknown game. */
  eventsAfter(gameId: GameId, after: number): Promise<readonly LoggedEvent[]>;
  /** The same, or the first `most` of them, for those who only look: it takes no connection from play. */
  readLog(gameId: GameId, after: number, most?: number): Promise<readonly LoggedEvent[]>;
  /**
   * Appends events to one or several games and rewrites their rows, together or not at all.
   *
   * @throws DatabaseBusy also when another session holds a row of a game
   */
  append(appends: readonly Append[]): Promise<AppendResult>;
  /** Resolves when Postgres is ready for appends, so that the first move does not wait for what the first append takes. */
  prepareAppends(): Promise<void>;
  /** Writes that this node is there; resolves once that is saved. @returns what time it is there, in ms since 1970, and which nodes beat when */
  saveHeartbeat(node: string): Promise<Heartbeats>;
  /** For how long no node has written that, in ms; undefined when none ever has. */
  silentMs(): Promise<number | undefined>;
  /** Games that were changed since `instant`, in ms since 1970, with the number of their last event. */
  changedSince(instant: number): Promise<ReadonlyMap<GameId, number>>;
  /** The number of the last event of each of these games. */
  lastSeqs(ids: readonly GameId[]): Promise<ReadonlyMap<GameId, number>>;
  /** Live games in which time runs, the soonest deadline first. */
  gamesWithRunningClock(): Promise<readonly GameId[]>;
};

/** Reads games for the lobby, the pages and the text commands. */
export type GameQueries = {
  /** Games that have not started, public or not, newest first, up to a limit far above what is expected. */
  tables(): Promise<readonly GameRow[]>;
  /** Ids of public live games, the last moved first; a few hundred at most. */
  publicLiveGames(): Promise<readonly GameId[]>;
  /** Games a player sits in or is invited to that are open or live, the last changed first. */
  unfinishedGamesOf(player: PlayerId, limit: number): Promise<readonly GameRow[]>;
  /** Ids of live games in which some of these people play, and computers. */
  liveGamesWithComputersOf(people: readonly PlayerId[], limit: number): Promise<readonly GameId[]>;
  /** A player's games that are open, live or over, but no tables that were closed. */
  allGamesOf(player: PlayerId, limit: number): Promise<readonly GameRow[]>;
  /** Ids with this prefix among the games a player sits in or is invited to; two at most, enough to know that a prefix is ambiguous. */
  idsStartingWith(player: PlayerId, prefix: string): Promise<readonly GameId[]>;
};

/** Reads deadlines. Instants are ms since 1970. */
export type DeadlineQueries = {
  dueBefore(instant: number, limit: number): Promise<readonly { id: GameId; deadlineAt: number }[]>;
};
