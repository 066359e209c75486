/** What a target can do: carry the nth operation of one pair through, and resolve when it has reached the other side. */
export type Pair = { play(): Promise<void> };

export type Measured = { readonly perSecond: number; readonly p50: number; readonly p99: number };

/** As fast as it goes: every pair begins its next operation when the last one has arrived. Times in ms. */
export async function flatOut(pairs: readonly Pair[], forMs: number): Promise<Measured> {
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

/** At a given rate, evenly spread over the pairs, whether or not earlier operations have arrived. Times in ms. */
export async function paced(pairs: readonly Pair[], perSecond: number, forMs: number): Promise<Measured> {
  const times: number[] = [];
  const underWay: Promise<unknown>[] = [];
  const startedAt = performance.now();
  const due = (n: number) => startedAt + (n * 1000) / perSecond;
  for (let n = 0; due(n) < startedAt + forMs; n += 1) {
    const wait = due(n) - performance.now();
    if (wait > 0.5) await new Promise((resolve) => setTimeout(resolve, wait));
    const pair = pairs[n % pairs.length];
    if (pair) underWay.push(timed(pair).then((ms) => times.push(ms)));
  }
  await Promise.all(underWay);
  return measured(times, performance.now() - startedAt);
}

async function timed(pair: Pair): Promise<number> {
  const sentAt = performance.now();
  await pair.play();
  return performance.now() - sentAt;
}

function measured(times: number[], forMs: number): Measured {
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return { perSecond: (times.length / forMs) * 1000, p50: at(0.5), p99: at(0.99) };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
