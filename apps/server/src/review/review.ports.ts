import type { GameId, ReviewPoint } from '@terrace/protocol';

/** A review as it is kept. Instants are ms since 1970. */
export type StoredReview = {
  readonly askedAt: number;
  readonly status: 'waiting' | 'running' | 'done' | 'failed';
  /** Moments of the game; `points` has what was found of each so far, the start first. */
  readonly total: number;
  readonly points: readonly ReviewPoint[];
  readonly nodes: number;
};

/** A review to go on with: so many of its moments are done. */
export type ClaimedReview = { readonly gameId: GameId; readonly done: number; readonly nodes: number };

/**
 * Reviews, and the queue of those that are to be made. Several nodes may take from it: who claims one has it for a
 * while, and again with every point they add. Every function throws DatabaseUnavailable while Postgres cannot be reached.
 */
export type ReviewStore = {
  /** @param at the instant that says whether somebody still works at it */
  find(gameId: GameId, at: number): Promise<StoredReview | undefined>;
  /** Adds a review to the queue; one that failed begins anew, any other stays as it is. */
  add(gameId: GameId, review: Pick<StoredReview, 'askedAt' | 'total' | 'nodes'>): Promise<void>;
  /** Reviews that are not done and were asked for before this instant. */
  countBefore(at: number): Promise<number>;
  claim(at: number, until: number): Promise<ClaimedReview | undefined>;
  /** Adds the points after the first `done`, and claims it for longer. @returns false when somebody else did */
  append(gameId: GameId, done: number, points: readonly ReviewPoint[], until: number): Promise<boolean>;
  end(gameId: GameId, status: 'done' | 'failed', at: number): Promise<void>;
  /** Puts it back for whoever comes next. */
  release(gameId: GameId): Promise<void>;
};
