import type { GameId, PlayerId, RatingKind } from '@terrace/protocol';
import type { RatedPlayer } from './rate.ts';
import type { StoredRating } from './rating.ts';

/** Instants are ms since 1970. */
export type EndedGame = { readonly id: GameId; readonly endedAt: number };

/** `players` is empty if the game does not count for ratings. */
export type GameToRate = EndedGame & { readonly kind: RatingKind; readonly players: readonly PlayerId[] };

/** Every function here and below throws DatabaseUnavailable if Postgres is unreachable. */
export type RatingStore = {
  /** Games to rate that ended since `since` and after `after`, in order of their ends. */
  unratedGames(since: number, after: EndedGame | null, limit: number): Promise<readonly EndedGame[]>;
  /**
   * Marks a game as rated and writes its rating changes in one transaction. `rate` computes them from current ratings,
   * if all players had accounts at the end.
   *
   * @returns the changes, empty if the game does not count; null if it was already marked
   */
  rateOnce(
    game: GameToRate,
    rate: (current: ReadonlyMap<PlayerId, StoredRating>) => readonly RatedPlayer[],
  ): Promise<readonly RatedPlayer[] | null>;
  deleteAll(): Promise<void>;
};

export type StoredChange = {
  readonly player: PlayerId;
  readonly before: Pick<StoredRating, 'rating' | 'deviation'>;
  readonly after: Pick<StoredRating, 'rating' | 'deviation'>;
};

export type RatingQueries = {
  /** A missing player has no rating. */
  storedRatings(players: readonly PlayerId[], kind: RatingKind): Promise<ReadonlyMap<PlayerId, StoredRating>>;
  /** Unrated games are missing. */
  changesOf(games: readonly GameId[]): Promise<ReadonlyMap<GameId, readonly StoredChange[]>>;
};
