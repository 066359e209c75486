import type {
  EndReason,
  GameId,
  GameRow,
  LoggedEvent,
  Player,
  PlayerId,
  QueuedMove,
  RatingKind,
} from '@terrace/protocol';
import type { Side } from '@terrace/rules';

/** What the list of games keeps of one, written with the events that made it so. Instants are ms since 1970. */
export type Summary = GameRow & {
  readonly seq: number;
  readonly updatedAt: number;
  readonly deadlineAt: number | null;
  /** By time and seats, rated or not. */
  readonly kind: RatingKind | null;
  /** From here on null until the game is over; the winner is null in a draw, too. */
  readonly endedAt: number | null;
  readonly endedBy: EndReason | null;
  readonly winner: PlayerId | null;
  readonly places: readonly (readonly Side[])[] | null;
};

/** Postgres cannot be reached, so nothing is known to be saved. Try again later; what was sent may have been saved. */
export class DatabaseUnavailable extends Error {}

/** What the game service needs of a database. Every verb here and below throws DatabaseUnavailable when there is none. */
export type GameStore = {
  /** Events with a seq above `after`, in order; empty for an unknown game. */
  eventsAfter(gameId: GameId, after: number): Promise<readonly LoggedEvent[]>;
  /**
   * Appends events that follow `after` (0 for a new game) and rewrites the summary, together or not at all.
   * False when another writer came first: fold what was missed and decide again.
   */
  append(after: number, events: readonly LoggedEvent[], summary: Summary): Promise<boolean>;
  /** Answers when the database does. */
  ping(): Promise<void>;
};

/** What the lobby and the pages ask for. */
export type GameQueries = {
  /** Tables that have not begun, public or not, newest first; so many that there is no need for more. */
  tables(): Promise<readonly GameRow[]>;
  /** Public live games, those latest played in first; the first few hundred. */
  publicLiveGames(): Promise<readonly GameId[]>;
  /** Games a player sits in or is invited to that are open or live, newest first. */
  unfinishedGamesOf(player: PlayerId, most: number): Promise<readonly GameRow[]>;
  /** The same with those that are over, but without tables that were closed. */
  allGamesOf(player: PlayerId, most: number): Promise<readonly GameRow[]>;
  /** Ids of games a player sits in or is invited to that begin so, two at the most: one is an answer, two are too many. */
  idsStartingWith(player: PlayerId, start: string): Promise<readonly GameId[]>;
};

/** What the deadlines need. Instants are ms since 1970. */
export type DeadlineQueries = {
  /** Games whose time runs out before `instant`, soonest first. */
  dueBefore(instant: number, most: number): Promise<readonly { id: GameId; deadlineAt: number }[]>;
};

/** Who does not want to have to do with whom. */
export type BlockQueries = {
  /** Those a player has blocked and those who have blocked the player. */
  blockedEitherWay(player: PlayerId): Promise<ReadonlySet<PlayerId>>;
};

/** Everybody who has been here. */
export type PlayerStore = {
  add(player: Player): Promise<void>;
  /** Whether an account stands behind a player, or once did. */
  hasAccount(id: PlayerId): Promise<boolean>;
  /** An account by a name that looks like this; else the first guest to bear it, without regard to case. */
  byName(name: string): Promise<Player | undefined>;
};

/** Moves that wait for their turn. */
export type MoveQueueStore = {
  movesOf(gameId: GameId, player: PlayerId): Promise<readonly QueuedMove[]>;
  setMoves(gameId: GameId, player: PlayerId, moves: readonly QueuedMove[]): Promise<void>;
  /** Games somebody has queued moves in. */
  gamesWithMoves(): Promise<readonly GameId[]>;
};
