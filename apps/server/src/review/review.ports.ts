import type { GameId, ReviewPoint } from '@terrace/protocol';

/** A stored review. Instants are ms since 1970. */
export type StoredReview = {
  readonly askedAt: number;
  readonly status: 'waiting' | 'running' | 'done' | 'failed';
  /** The number of moments in the game. `points` has the results so far, from the start. */
  readonly total: number;
  readonly points: readonly ReviewPoint[];
  readonly nodes: number;
};

/** A review to continue after its first `done` moments. `lost` processes have ended at the next one. */
export type ClaimedReview = {
  readonly gameId: GameId;
  readonly done: number;
  readonly nodes: number;
  readonly lost: number;
};

/** Reviews and their queue, shared by all nodes. A claim is a lease, renewed with each saved point. */
export type ReviewStore = {
  /** @param at decides whether the claim is still valid */
  find(gameId: GameId, at: number): Promise<StoredReview | undefined>;
  /** Queues a review. Restarts a failed one, and keeps any other as it is. */
  add(gameId: GameId, review: Pick<StoredReview, 'askedAt' | 'total' | 'nodes'>): Promise<void>;
  countBefore(at: number): Promise<number>;
  claim(at: number, until: number): Promise<ClaimedReview | undefined>;
  /** Adds the points after the first `done`, and renews the claim. @returns false when another node has added them */
  append(gameId: GameId, done: number, points: readonly ReviewPoint[], until: number): Promise<boolean>;
  end(gameId: GameId, status: 'done' | 'failed', at: number): Promise<void>;
  release(gameId: GameId): Promise<void>;
};
