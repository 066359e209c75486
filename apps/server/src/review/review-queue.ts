import type { Judgement } from '@terrace/engine';
import type { GameState } from '@terrace/game';
import { type GameId, type ReviewPoint, SECOND_MS } from '@terrace/protocol';
import { type History, momentsOf } from '@terrace/rules';
import { exceptDatabaseFaults, isDatabaseFault } from '../game-service/games.ports.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import { poll } from '../runtime/single-flight.ts';
import type { ClaimedReview, ReviewStore } from './review.ports.ts';
import { toPoint } from './review-view.ts';

const SAVE_EVERY_MS = SECOND_MS;

/** A node that has not saved for this long is dead, and another node continues the review. */
const LEASE_MS = 15 * SECOND_MS;

const SWEEP_EVERY_MS = 5 * SECOND_MS;

/** A review at which this many processes have ended in a row fails, so that it does not end the next one as well. */
const MAX_LOST = 3;

/** Judges a moment with a limited number of positions. @throws when the signal aborts */
export type JudgeMoment = (moment: History, nodes: number, signal: AbortSignal) => Promise<Judgement>;

type Dependencies = {
  readonly store: ReviewStore;
  readonly state: (gameId: GameId) => Promise<GameState | null>;
  readonly judge: JudgeMoment;
  readonly scheduler: Scheduler;
  readonly reportError: (error: unknown) => void;
};

/** Makes requested reviews one after another. Points are saved as they are found, so that another node can continue. */
export function createReviewQueue({ store, state: stateOf, judge, scheduler, reportError }: Dependencies) {
  const { now } = scheduler;

  async function makeAll(closing: AbortSignal): Promise<void> {
    while (!closing.aborted) {
      const next = await store.claim(now(), now() + LEASE_MS);
      if (next === undefined) return;
      await make(next, closing);
    }
  }

  async function make(review: ClaimedReview, closing: AbortSignal): Promise<void> {
    const { gameId, lost } = review;
    try {
      if (lost >= MAX_LOST) throw new Error(`${lost} processes have ended during the review of ${gameId}`);
      const finished = await judgeMoments(review, await momentsIn(gameId), closing);
      if (finished) await store.end(gameId, 'done', now());
    } catch (error) {
      if (isDatabaseFault(error)) throw error;
      if (closing.aborted) {
        await store.release(gameId);
        return;
      }
      reportError(error);
      await store.end(gameId, 'failed', now());
    }
  }

  async function momentsIn(gameId: GameId): Promise<readonly History[]> {
    const state = await stateOf(gameId);
    if (state === null) throw new Error(`no game ${gameId} to review`);
    return momentsOf(state.history);
  }

  /** @returns false when another node has taken over */
  async function judgeMoments(
    { gameId, done, nodes }: ClaimedReview,
    moments: readonly History[],
    closing: AbortSignal,
  ): Promise<boolean> {
    let saved = done;
    let found: ReviewPoint[] = [];
    let savedAt = now();
    for (const [n, moment] of moments.slice(done).entries()) {
      found.push(toPoint(moment.position, await judge(moment, nodes, closing)));
      const last = done + n + 1 === moments.length;
      if (!last && now() - savedAt < SAVE_EVERY_MS) continue;
      if (!(await store.append(gameId, saved, found, now() + LEASE_MS))) return false;
      saved += found.length;
      found = [];
      savedAt = now();
    }
    return true;
  }

  // The first run continues reviews of an earlier process; later runs find reviews of nodes that died.
  return poll(makeAll, { everyMs: SWEEP_EVERY_MS, scheduler, reportError: exceptDatabaseFaults(reportError) });
}
