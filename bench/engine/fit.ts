export interface Sample {
  readonly indexes: Int16Array;
  readonly counts: Int8Array;
  /** The score of the search, in hundredths of the smallest piece. */
  readonly score: number;
  /** 1 won, 0.5 drawn, 0 lost. */
  readonly result: number;
}

export interface FitOptions {
  /** The weight of the result in a target; the rest is the probability that the score implies. */
  readonly trust: number;
  readonly keep: number;
  /** Pairs of weights that should change alike, such as those of adjacent squares. */
  readonly alike?: readonly (readonly [number, number])[];
  readonly smooth?: number;
  readonly rounds: number;
  readonly onRound?: (text: string) => void;
}

const chance = (score: number, slope: number): number => 1 / (1 + Math.exp(-score * slope));

/**
 * Fits weights to the outcomes of samples by gradient descent (Adam), starting with `first`. The slope between scores
 * and probabilities is fitted to `first` and then fixed, so that the smallest piece stays at about 100.
 */
export function fit(samples: readonly Sample[], first: readonly number[], options: FitOptions): readonly number[] {
  const { trust, keep, alike = [], smooth = 0, rounds, onRound } = options;
  const weights = Float64Array.from(first);
  const slope = bestSlope(samples, weights);
  const targets = Float64Array.from(
    samples,
    ({ score, result }) => trust * result + (1 - trust) * chance(score, slope),
  );
  // Every tenth sample is held out for validation.
  const gradient = new Float64Array(weights.length);
  const mean = new Float64Array(weights.length);
  const square = new Float64Array(weights.length);
  onRound?.(`chance = 1 / (1 + exp(-score / ${(1 / slope).toFixed(0)}))`);
  for (let round = 1; round <= rounds; round++) {
    gradient.fill(0);
    const errors = [0, 0];
    const counted = [0, 0];
    for (const [i, sample] of samples.entries()) {
      const apart = i % 10 === 0 ? 1 : 0;
      const off = chance(sumOf(sample, weights), slope) - (targets[i] ?? 0);
      errors[apart] = (errors[apart] ?? 0) + off * off;
      counted[apart] = (counted[apart] ?? 0) + 1;
      if (apart) continue;
      const { indexes, counts } = sample;
      for (let at = 0; at < indexes.length; at++) {
        const index = indexes[at] ?? 0;
        gradient[index] = (gradient[index] ?? 0) + off * (counts[at] ?? 0);
      }
    }
    step(round);
    if (round % 50 === 0 || round === 1) {
      const rms = errors.map((sum, apart) => Math.sqrt(sum / (counted[apart] ?? 1)).toFixed(5));
      onRound?.(`round ${round}: error ${rms[0]}, on samples kept apart ${rms[1]}`);
    }
  }
  return [...weights];

  function step(round: number): void {
    const moved = (index: number): number => (weights[index] ?? 0) - (first[index] ?? 0);
    for (const [one, other] of alike) {
      const pull = smooth * samples.length * (moved(one) - moved(other));
      gradient[one] = (gradient[one] ?? 0) + pull;
      gradient[other] = (gradient[other] ?? 0) - pull;
    }
    for (let index = 0; index < weights.length; index++) {
      const pull = keep * moved(index);
      const slopeHere = (gradient[index] ?? 0) / samples.length + pull;
      mean[index] = 0.9 * (mean[index] ?? 0) + 0.1 * slopeHere;
      square[index] = 0.99 * (square[index] ?? 0) + 0.01 * slopeHere * slopeHere;
      const corrected = (mean[index] ?? 0) / (1 - 0.9 ** round);
      const spread = Math.sqrt((square[index] ?? 0) / (1 - 0.99 ** round)) + 1e-9;
      weights[index] = (weights[index] ?? 0) - (2 * corrected) / spread / (1 + round / 100);
    }
  }
}

function sumOf({ indexes, counts }: Sample, weights: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < indexes.length; at++) sum += (weights[indexes[at] ?? 0] ?? 0) * (counts[at] ?? 0);
  return sum;
}

/** The slope between scores and probabilities that fits the results best. */
function bestSlope(samples: readonly Sample[], weights: Float64Array): number {
  let [low, high] = [1 / 5000, 1 / 50];
  const error = (slope: number): number =>
    samples.reduce((sum, sample) => sum + (chance(sumOf(sample, weights), slope) - sample.result) ** 2, 0);
  for (let round = 0; round < 24; round++) {
    const [one, other] = [low + (high - low) / 3, high - (high - low) / 3];
    if (error(one) < error(other)) high = other;
    else low = one;
  }
  return (low + high) / 2;
}
