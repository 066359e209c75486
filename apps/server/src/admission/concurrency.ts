import pLimit, { type LimitFunction } from 'p-limit';

/**
 * How many of a group run at a time, how many may wait for that, and how many of one address block may be here in all. With
 * `cooldownFactor`, those of one block run one after another, so that only the first of them waits with others, and each keeps the
 * next waiting for so many times as long as its work took: 4 leaves a block a fifth of a processor at the most, whatever it
 * asks for.
 */
type Limits = {
  readonly running: number;
  readonly waiting: number;
  readonly perAddress: number;
  readonly cooldownFactor?: number;
};

/** A cooldown is never longer, in ms: what took long may have waited for others. */
const MAX_COOLDOWN_MS = 500;

/** When a request is done: with the ms of its work where they are known, else they are the time it took. */
export type Done = Promise<number | undefined>;

/** A few at a time, and a bounded queue before it: what is too much is turned away at once instead of waiting with all others. */
export function createConcurrency({ running, waiting, perAddress, cooldownFactor }: Limits) {
  const limit = pLimit(running);
  /** Everything that is here by address block, and the queue of those of one block. */
  const present = new Map<string, { count: number; readonly turns: LimitFunction }>();

  function arrive(address: string) {
    const here = present.get(address) ?? { count: 0, turns: pLimit(cooldownFactor === undefined ? perAddress : 1) };
    here.count += 1;
    present.set(address, here);
    return here;
  }

  /** Runs until `done` in a place of the group's. @returns its work, in ms */
  const hold = (admit: () => void, done: Done): Promise<number> =>
    limit(async () => {
      const begunAt = performance.now();
      admit();
      return (await done) ?? performance.now() - begunAt;
    });

  return {
    /**
     * Waits for a place, which is held until `done` resolves.
     *
     * @returns false at once when there is none to wait for
     */
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

/** The time of a cooldown, which keeps no process alive. */
const cooldown = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());
