import type { Judgement } from '@terrace/engine';
import { type GameId, SECOND_MS } from '@terrace/protocol';
import { type History, momentsOf } from '@terrace/rules';
import type { GameService } from '../game-service/service.ts';
import { isDatabaseFault } from '../game-service/store.ts';
import type { Cancel, Scheduler } from '../runtime/scheduler.ts';
import { toPoint } from './review-view.ts';
import type { ClaimedReview, ReviewStore } from './store.ts';

/** Points are saved when this long has passed since the last were, in ms. */
const SAVE_EVERY_MS = SECOND_MS;

/** Who has not saved for this long has died, and somebody else goes on, in ms. */
const LEASE_MS = 15 * SECOND_MS;

/** How often to look for reviews that another node left, in ms. */
const SWEEP_EVERY_MS = 5 * SECOND_MS;

/** What the engine thinks of a moment when it may look at so many positions. @throws when the signal is given */
export type JudgeMoment = (moment: History, nodes: number, signal: AbortSignal) => Promise<Judgement>;

type Services = {
  readonly store: ReviewStore;
  readonly service: Pick<GameService, 'state'>;
  readonly judge: JudgeMoment;
  readonly scheduler: Scheduler;
  readonly report: (error: unknown) => void;
};

/**
 * Makes the reviews that are asked for, one after another. What was found is saved as it comes: after a crash, this node
 * or another one goes on from there.
 */
export function createReviewQueue({ store, service, judge, scheduler, report }: Services) {
  const { now, every } = scheduler;
  const closing = new AbortController();
  let running: Promise<void> | undefined;
  let asked = false;
  let stopSweeping: Cancel | undefined;

  function wake(): void {
    if (closing.signal.aborted) return;
    asked = true;
    running ??= run().finally(() => {
      running = undefined;
    });
  }

  async function run(): Promise<void> {
    try {
      while (asked && !closing.signal.aborted) {
        asked = false;
        for (let next = await claim(); next !== undefined; next = await claim()) await make(next);
      }
    } catch (error) {
      if (!isDatabaseFault(error)) report(error); // the sweep tries again
    }
  }

  const claim = async (): Promise<ClaimedReview | undefined> =>
    closing.signal.aborted ? undefined : store.claim(now(), now() + LEASE_MS);

  async function make(review: ClaimedReview): Promise<void> {
    const { gameId } = review;
    try {
      const finished = await judgeMoments(review, await momentsIn(gameId));
      if (finished) await store.end(gameId, 'done', now());
    } catch (error) {
      if (isDatabaseFault(error)) throw error;
      if (closing.signal.aborted) {
        await store.release(gameId);
        return;
      }
      report(error);
      await store.end(gameId, 'failed', now());
    }
  }

  async function momentsIn(gameId: GameId): Promise<readonly History[]> {
    const state = await service.state(gameId);
    if (state === null) throw new Error(`game ${gameId} is to be reviewed, and is not there`);
    return momentsOf(state.history);
  }

  /** @returns false when somebody else works at it, too */
  async function judgeMoments({ gameId, done, nodes }: ClaimedReview, moments: readonly History[]): Promise<boolean> {
    let saved = done;
    let found: ReturnType<typeof toPoint>[] = [];
    let savedAt = now();
    for (const [n, moment] of moments.slice(done).entries()) {
      found.push(toPoint(moment.position, await judge(moment, nodes, closing.signal)));
      const last = done + n + 1 === moments.length;
      if (!last && now() - savedAt < SAVE_EVERY_MS) continue;
      if (!(await store.append(gameId, saved, found, now() + LEASE_MS))) return false;
      saved += found.length;
      found = [];
      savedAt = now();
    }
    return true;
  }

  return {
    /** There may be something to do. */
    wake,
    /** Goes on with what an earlier run left, and looks for what other nodes leave. */
    start(): void {
      wake();
      stopSweeping = every(SWEEP_EVERY_MS, wake);
    },
    async close(): Promise<void> {
      closing.abort();
      stopSweeping?.();
      await running;
    },
  };
}
