import type { GameId, PlayerId, RatingKind } from '@terrace/protocol';
import type { RatedPlayer } from './rate.ts';
import type { StoredRating } from './rating.ts';

/** A game that has ended. Instants are ms since 1970. */
export type EndedGame = { readonly id: GameId; readonly endedAt: number };

/** An ended game and the players whose ratings it changes; no players when it does not count for ratings. */
export type GameToRate = EndedGame & { readonly kind: RatingKind; readonly players: readonly PlayerId[] };

/** Writes ratings. Every function here and below throws DatabaseUnavailable while Postgres cannot be reached. */
export type RatingStore = {
  /** Games that were to be rated and are not marked as rated yet, in the order of their ends, from `since` on and after `after`. */
  unratedGames(since: number, after: EndedGame | null, limit: number): Promise<readonly EndedGame[]>;
  /**
   * Marks a game as rated and writes its rating changes, in one transaction. It counts if all its players had accounts
   * when it ended; then `rate` computes the changes from their current ratings.
   *
   * @returns the changes, empty when the game does not count; null when it was marked as rated before
   */
  rateOnce(
    game: GameToRate,
    rate: (current: ReadonlyMap<PlayerId, StoredRating>) => readonly RatedPlayer[],
  ): Promise<readonly RatedPlayer[] | null>;
  /** Deletes all ratings, so that they can be derived again. */
  deleteAll(): Promise<void>;
};

export type StoredChange = {
  readonly player: PlayerId;
  readonly before: Pick<StoredRating, 'rating' | 'deviation'>;
  readonly after: Pick<StoredRating, 'rating' | 'deviation'>;
};

export type RatingQueries = {
  /** Ratings in one kind; a player who is missing has none. */
  storedRatings(players: readonly PlayerId[], kind: RatingKind): Promise<ReadonlyMap<PlayerId, StoredRating>>;
  /** Rating changes by game; games that are not rated, or not yet, are missing. */
  changesOf(games: readonly GameId[]): Promise<ReadonlyMap<GameId, readonly StoredChange[]>>;
};
