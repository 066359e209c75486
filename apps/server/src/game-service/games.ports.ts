import type {
  CloseReason,
  EndReason,
  GameId,
  GameRow,
  LoggedEvent,
  PlayerId,
  RatingKind,
  Refusal,
} from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import type { SeatDemand } from './seat-limits.ts';

/** A game's row in lists, written together with its events. Instants are ms since 1970. */
export type Summary = GameRow & {
  readonly seq: number;
  readonly updatedAt: number;
  readonly deadlineAt: number | null;
  /** The kind by time control and seats, also for unrated games. */
  readonly kind: RatingKind | null;
  /** This and the following fields are null until the game is over. `winner` is also null after a draw. */
  readonly endedAt: number | null;
  readonly endedBy: EndReason | null;
  readonly winner: PlayerId | null;
  readonly places: readonly (readonly Side[])[] | null;
  /** As text (R24); also of a game that was called off. */
  readonly finalPosition: string | null;
  /** Null unless the table is closed. `calledOffAt` is null if the game had not begun. */
  readonly closedBy: CloseReason | null;
  readonly closedSide: Side | null;
  readonly calledOffAt: number | null;
};

/** Postgres is unreachable. A write may have been saved or not. */
export class DatabaseUnavailable extends Error {}

/** Postgres is overloaded: no free connection, or a timeout. Nothing was saved; retry after `retryMs`. */
export class DatabaseBusy extends Error {
  readonly retryMs: number;

  constructor(message: string, retryMs: number, options?: ErrorOptions) {
    super(message, options);
    this.retryMs = retryMs;
  }
}

/** Whether an error means that the database is unreachable or busy, rather than a bug. */
export const isDatabaseFault = (error: unknown): error is DatabaseUnavailable | DatabaseBusy =>
  error instanceof DatabaseUnavailable || error instanceof DatabaseBusy;

export const refusalOfFault = (fault: DatabaseUnavailable | DatabaseBusy): Refusal =>
  fault instanceof DatabaseBusy ? { code: 'busy', retryMs: fault.retryMs } : { code: 'not-saved' };

/** Reports all errors except those of an unreachable or busy database: the caller retries. */
export const exceptDatabaseFaults =
  (reportError: (error: unknown) => void) =>
  (error: unknown): void => {
    if (!isDatabaseFault(error)) reportError(error);
  };

export const unlessDatabaseFault = <T>(query: Promise<T>): Promise<T | undefined> =>
  query.catch((error: unknown) => {
    if (isDatabaseFault(error)) return undefined;
    throw error;
  });

/** Whether a command was not saved and may be sent again unchanged. */
export const isUnsaved = ({ code }: Refusal): boolean => code === 'not-saved' || code === 'busy';

/** The name under which health checks write heartbeats. It is not a node. */
export const HEALTH_PROBE_NODE = 'health';

/** `at` is the database time in ms since 1970. */
export type Heartbeats = { readonly at: number; readonly nodes: readonly { node: string; silentMs: number }[] };

/** How long ago a period without a running node began and ended, in whole ms; `untilMs` is 0 if it still lasts. */
export type Downtime = { readonly sinceMs: number; readonly untilMs: number };

export type Append = {
  /** The seq before the first event; 0 for a new game. */
  readonly after: number;
  readonly events: readonly LoggedEvent[];
  readonly summary: Summary;
  /** Null if the events give players no seats, tables or invitations. */
  readonly demand: SeatDemand | null;
};

export type AppendResult =
  | { readonly kind: 'saved' }
  /** Another writer appended to one of the games: fold the missing events and decide again. */
  | { readonly kind: 'outrun' }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Reads and appends game logs. All functions here and below throw DatabaseUnavailable or DatabaseBusy. */
export type GameStore = {
  /** The events after seq `after`, in order; empty for an unknown game. */
  eventsAfter(gameId: GameId, after: number): Promise<readonly LoggedEvent[]>;
  /** The same for readers, limited to `most` events. It takes no connection reserved for play. */
  readLog(gameId: GameId, after: number, most?: number): Promise<readonly LoggedEvent[]>;
  /** Appends to one or more games in one transaction. @throws DatabaseBusy also when a game's row is locked */
  append(appends: readonly Append[]): Promise<AppendResult>;
  /** Prepares the connections for appends, so that the first move is not slower than others. */
  prepareAppends(): Promise<void>;
  saveHeartbeat(node: string): Promise<Heartbeats>;
  /** Periods without a running node in the last hour, and the last one before that; earliest first. */
  downtimes(): Promise<readonly Downtime[]>;
  lastSeqs(ids: readonly GameId[]): Promise<ReadonlyMap<GameId, number>>;
  /** Unfinished games opened since `instant`, in ms since 1970. */
  openedSince(instant: number): Promise<readonly { readonly id: GameId; readonly players: readonly PlayerId[] }[]>;
  /** Ordered by deadline. */
  gamesWithRunningClock(): Promise<readonly GameId[]>;
};

export type GameQueries = {
  /** Games that have not started, newest first, up to a limit that is never reached in practice. */
  tables(): Promise<readonly GameRow[]>;
  /** A few thousand at most, the most recently moved first. */
  publicLiveGames(): Promise<readonly GameRow[]>;
  /** The public live games in which one of these players is in play. */
  publicLiveGamesOf(players: readonly PlayerId[]): Promise<readonly GameRow[]>;
  /** Including invitations, the most recently changed first. */
  unfinishedGamesOf(player: PlayerId, limit: number): Promise<readonly GameRow[]>;
  /** The same games with the instant of their last change, in ms since 1970, and their last event. */
  inboxOf(player: PlayerId, limit: number): Promise<readonly { row: GameRow; movedAt: number; seq: number }[]>;
  liveGamesWithComputersOf(people: readonly PlayerId[], limit: number): Promise<readonly GameId[]>;
  /** With games that were called off, without tables that were closed before the start. */
  allGamesOf(player: PlayerId, limit: number): Promise<readonly GameRow[]>;
  /** Two ids at most, since two make a prefix ambiguous. */
  idsStartingWith(player: PlayerId, prefix: string): Promise<readonly GameId[]>;
};

/** An unfinished game that another node served. `deadlineAt` is in ms since 1970. */
export type ClaimedGame = { readonly id: GameId; readonly deadlineAt: number | null; readonly hasComputers: boolean };

export type GameClaims = {
  /**
   * Makes `node` responsible for unfinished games whose node is gone, up to a limit, in the order of their ids. If it is
   * the only node, all others are gone.
   *
   * @param after the last id of the previous batch; the first batch starts after ''
   */
  claimGames(node: string, isOnly: boolean, after: string, limit: number): Promise<readonly ClaimedGame[]>;
  /** Gives up all games of a node that stops. */
  releaseGames(node: string): Promise<void>;
};
