import type { GameId, PlayerId, RatingKind } from '@terrace/protocol';
import type { Rated } from './rate.ts';
import type { Strength } from './rating.ts';

/** A place in the order of ends: when, and which game. Instants are ms since 1970. */
export type Ended = { readonly id: GameId; readonly endedAt: number };

/** A game to be settled, and whose strengths it takes; none when it counts for nobody. */
export type Settling = Ended & { readonly kind: RatingKind; readonly players: readonly PlayerId[] };

/** What the rating of games needs of a database. Every verb here and below throws StoreAway when there is none. */
export type RatingStore = {
  /** Games meant to be rated and not settled yet, in the order of their ends, from `since` on and after `after`. */
  unsettled(since: number, after: Ended | null, most: number): Promise<readonly Ended[]>;
  /**
   * Settles a game once and for all, in one transaction. It counts if all its players had accounts when it ended; then
   * `rate` says what it does to their strengths.
   *
   * @returns what changed, nothing when it does not count; null when somebody else has settled it
   */
  settle(
    game: Settling,
    rate: (standing: ReadonlyMap<PlayerId, Strength>) => readonly Rated[],
  ): Promise<readonly Rated[] | null>;
  /** Forgets all ratings, so that they can be derived anew. */
  forget(): Promise<void>;
};

/** What a game did to a player's strength, as far as it is kept. */
export type Change = {
  readonly player: PlayerId;
  readonly before: Pick<Strength, 'rating' | 'deviation'>;
  readonly after: Pick<Strength, 'rating' | 'deviation'>;
};

/** What is read of ratings. */
export type RatingBook = {
  /** Strengths in one kind; who is missing has none. */
  strengthsOf(players: readonly PlayerId[], kind: RatingKind): Promise<ReadonlyMap<PlayerId, Strength>>;
  /** What games did to strengths, by game. Those not rated, or not yet, are missing. */
  changesIn(games: readonly GameId[]): Promise<ReadonlyMap<GameId, readonly Change[]>>;
};
