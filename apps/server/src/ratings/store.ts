import type { GameId, PlayerId, RatingKind } from '@terrace/protocol';
import type { RatedPlayer } from './rate.ts';
import type { StoredRating } from './rating.ts';

/** A place in the order of ends: when, and which game. Instants are ms since 1970. */
export type EndedGame = { readonly id: GameId; readonly endedAt: number };

/** A game to be settled, and whose strengths it takes; none when it counts for nobody. */
export type GameToRate = EndedGame & { readonly kind: RatingKind; readonly players: readonly PlayerId[] };

/** What the rating of games needs of a database. Every verb here and below throws DatabaseUnavailable when there is none. */
export type RatingStore = {
  /** Games meant to be rated and not settled yet, in the order of their ends, from `since` on and after `after`. */
  unratedGames(since: number, after: EndedGame | null, most: number): Promise<readonly EndedGame[]>;
  /**
   * Settles a game once and for all, in one transaction. It counts if all its players had accounts when it ended; then
   * `rate` says what it does to their strengths.
   *
   * @returns what changed, nothing when it does not count; null when somebody else has settled it
   */
  rateOnce(
    game: GameToRate,
    rate: (standing: ReadonlyMap<PlayerId, StoredRating>) => readonly RatedPlayer[],
  ): Promise<readonly RatedPlayer[] | null>;
  /** Forgets all ratings, so that they can be derived anew. */
  deleteAll(): Promise<void>;
};

/** What a game did to a player's strength, as far as it is kept. */
export type StoredChange = {
  readonly player: PlayerId;
  readonly before: Pick<StoredRating, 'rating' | 'deviation'>;
  readonly after: Pick<StoredRating, 'rating' | 'deviation'>;
};

/** What is read of ratings. */
export type RatingQueries = {
  /** Strengths in one kind; who is missing has none. */
  storedRatings(players: readonly PlayerId[], kind: RatingKind): Promise<ReadonlyMap<PlayerId, StoredRating>>;
  /** What games did to strengths, by game. Those not rated, or not yet, are missing. */
  changesOf(games: readonly GameId[]): Promise<ReadonlyMap<GameId, readonly StoredChange[]>>;
};
