import pLimit from 'p-limit';

/** How many of a group run at a time, how many may wait for that, and how many of both may be of one address block. */
type Limits = { readonly running: number; readonly waiting: number; readonly perAddress: number };

export type Concurrency = ReturnType<typeof createConcurrency>;

/** A few at a time, and a bounded queue before it: what is too much is turned away at once instead of waiting with all others. */
export function createConcurrency({ running, waiting, perAddress }: Limits) {
  const limit = pLimit(running);
  const present = new Map<string, number>();

  function count(address: string, change: 1 | -1): void {
    const left = (present.get(address) ?? 0) + change;
    if (left === 0) present.delete(address);
    else present.set(address, left);
  }

  return {
    /**
     * Waits for a place, which is held until `done` resolves.
     *
     * @returns false at once when there is none to wait for
     */
    async enter(address: string, done: Promise<unknown>): Promise<boolean> {
      if (limit.pendingCount >= waiting || (present.get(address) ?? 0) >= perAddress) return false;
      count(address, 1);
      await new Promise<void>((admit) => {
        const held = limit(() => {
          admit();
          return done;
        });
        void held.finally(() => count(address, -1));
      });
      return true;
    },
  };
}
