import pLimit, { type LimitFunction } from 'p-limit';

type Limits = {
  readonly running: number;
  readonly waiting: number;
  readonly perAddress: number;
  /** Requests of a block run in turn, with pauses of their work times this factor: 4 allows a fifth of a CPU. */
  readonly cooldownFactor?: number;
};

/** Bounds a cooldown, because measured work may include waiting for other requests. */
const MAX_COOLDOWN_MS = 500;

/** Resolves when a request is done: to its work in ms, or to undefined to use the elapsed time. */
export type Done = Promise<number | undefined>;

/** Limits concurrency, with a bounded queue. Excess requests are rejected at once. */
export function createConcurrency({ running, waiting, perAddress, cooldownFactor }: Limits) {
  const limit = pLimit(running);
  /** Running and waiting requests by address block, with the queue of each block. */
  const present = new Map<string, { count: number; readonly turns: LimitFunction }>();

  function arrive(address: string) {
    const here = present.get(address) ?? { count: 0, turns: pLimit(cooldownFactor === undefined ? perAddress : 1) };
    here.count += 1;
    present.set(address, here);
    return here;
  }

  /** Holds a place until `done`. @returns the work in ms */
  const hold = (admit: () => void, done: Done): Promise<number> =>
    limit(async () => {
      const begunAt = performance.now();
      admit();
      return (await done) ?? performance.now() - begunAt;
    });

  return {
    /** Waits for a place, held until `done` resolves. @returns false at once when the queue is full */
    async enter(address: string, done: Done): Promise<boolean> {
      if (limit.pendingCount >= waiting || (present.get(address)?.count ?? 0) >= perAddress) return false;
      const here = arrive(address);
      await new Promise<void>((admit) => {
        void here.turns(async () => {
          const workMs = await hold(admit, done);
          here.count -= 1;
          if (cooldownFactor !== undefined) await cooldown(Math.min(MAX_COOLDOWN_MS, workMs * cooldownFactor));
          if (here.count === 0 && present.get(address) === here) present.delete(address);
        });
      });
      return true;
    },
  };
}

const cooldown = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());
