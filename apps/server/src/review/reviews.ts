import { type GameState, sideOf } from '@terrace/game';
import type { GameId, Player, Refusal, ReviewState } from '@terrace/protocol';
import { err, momentsOf, ok, type Result } from '@terrace/rules';
import type { GameService } from '../game-service/service.ts';
import type { CreateSharedLimit } from '../limits/rate-limit.ts';
import { createReviewLimit } from './limits.ts';
import type { FindOngoingRatedGame } from './ongoing-rated-game.ts';
import type { ReviewStore, StoredReview } from './review.ports.ts';
import { reviewOf } from './review-view.ts';

const MAX_UNFINISHED = 100;

/** The positions to search for a game, which bounds its time, and the limits for each moment. */
const NODES_OF_GAME = 12_000_000;
const MIN_NODES = 20_000;
const MAX_NODES = 150_000;

export type ReviewRequest = { readonly gameId: GameId; readonly by: Player; readonly address: string };

type Dependencies = {
  readonly store: ReviewStore;
  readonly service: Pick<GameService, 'state'>;
  readonly findOngoingRatedGame: FindOngoingRatedGame;
  /** Called when a review is queued. */
  readonly onAsked: () => void;
  readonly createLimit: CreateSharedLimit;
  readonly now: () => number;
};

export type Reviews = ReturnType<typeof createReviews>;

/** Reviews of finished games, requested here, made by the background work, and stored for all who may read the game. */
export function createReviews(dependencies: Dependencies) {
  const { store, service, findOngoingRatedGame, onAsked, now } = dependencies;
  const consume = createReviewLimit(dependencies.createLimit);

  async function viewOf(state: GameState, stored: StoredReview | undefined): Promise<ReviewState> {
    if (stored === undefined) return { status: 'none' };
    const { status, total, points, nodes, askedAt } = stored;
    if (status === 'failed') return { status };
    if (status === 'waiting') return { status, ahead: await store.countBefore(askedAt) };
    if (status === 'running') return { status, done: points.length, total };
    return { status, review: reviewOf(state.history, points, nodes) };
  }

  async function refusalFor(state: GameState, { id }: Player): Promise<Refusal | undefined> {
    if (state.status !== 'over') return { code: 'not-over' };
    if (state.settings.seen !== 'public' && sideOf(state, id) === undefined) return { code: 'not-seated' };
    if (movesIn(state) === 0) return { code: 'nothing-to-review' };
    const rated = await findOngoingRatedGame(id);
    return rated && { code: 'playing-rated', gameId: rated };
  }

  return {
    async state(gameId: GameId): Promise<Result<ReviewState, Refusal>> {
      const state = await service.state(gameId);
      if (state === null) return err({ code: 'no-such-game' });
      return ok(await viewOf(state, await store.find(gameId, now())));
    },

    /** Requests the review of a game. Changes nothing if it exists or is queued. */
    async ask({ gameId, by, address }: ReviewRequest): Promise<Result<ReviewState, Refusal>> {
      const state = await service.state(gameId);
      if (state === null) return err({ code: 'no-such-game' });
      const refusal = await refusalFor(state, by);
      if (refusal !== undefined) return err(refusal);
      const found = await store.find(gameId, now());
      if (found !== undefined && found.status !== 'failed') return ok(await viewOf(state, found));
      const at = now();
      if ((await store.countBefore(at)) >= MAX_UNFINISHED) return err({ code: 'reviews-full' });
      const tooMany = await consume(by.id, address);
      if (tooMany !== undefined) return err(tooMany);
      const total = momentsOf(state.history).length;
      await store.add(gameId, { askedAt: at, total, nodes: nodesFor(total) });
      onAsked();
      return ok(await viewOf(state, await store.find(gameId, now())));
    },
  };
}

const movesIn = ({ history }: GameState): number => momentsOf(history).filter(({ move }) => move !== undefined).length;

/** Fewer positions per moment in long games, so that all reviews take about the same time. */
const nodesFor = (moments: number): number =>
  Math.min(MAX_NODES, Math.max(MIN_NODES, Math.round(NODES_OF_GAME / moments / 1000) * 1000));
