/** An operation of a target, for one pair of connections, one after another. */
export type Pair = {
  /** Prepares the next operation, unmeasured. */
  ready(): Promise<void>;
  /** Runs one operation; resolves when it has reached the other side. */
  play(): Promise<void>;
};

export type Measured = {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly times: readonly number[];
};

/** As fast as possible: every pair begins its next operation when the last one has arrived. Times in ms. */
export async function atFullSpeed(pairs: readonly Pair[], forMs: number): Promise<Measured> {
  const times: number[] = [];
  const startedAt = performance.now();
  const until = startedAt + forMs;
  await Promise.all(
    pairs.map(async (pair) => {
      while (performance.now() < until) times.push(await timed(pair));
    }),
  );
  return measured(times, performance.now() - startedAt);
}

/**
 * At a given rate, spread evenly over the pairs, whether or not operations of other pairs have arrived. Operations of
 * one pair wait for each other, as moves of a game must, and the wait counts. Times in ms.
 */
export async function atRate(pairs: readonly Pair[], perSecond: number, forMs: number): Promise<Measured> {
  const times: number[] = [];
  const startedAt = performance.now();
  const runs = pairs.map(async (pair, i) => {
    for (let n = i; (n * 1000) / perSecond < forMs; n += pairs.length) {
      const due = startedAt + (n * 1000) / perSecond;
      const wait = due - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      await pair.ready();
      const sentAt = wait > 0 ? performance.now() : due;
      await pair.play();
      times.push(performance.now() - sentAt);
    }
  });
  await Promise.all(runs);
  return measured(times, performance.now() - startedAt);
}

async function timed(pair: Pair): Promise<number> {
  await pair.ready();
  const sentAt = performance.now();
  await pair.play();
  return performance.now() - sentAt;
}

/** @param times sorted in place */
export function measured(times: number[], forMs: number): Measured {
  times.sort((a, b) => a - b);
  return { perSecond: (times.length / forMs) * 1000, p50: quantile(times, 0.5), p99: quantile(times, 0.99), times };
}

/** @param sorted the smallest first @param share from 0 to 1 */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
