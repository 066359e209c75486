import type { Prediction } from './calibration.ts';

/** Positions with the counts of their terms, in flat arrays. */
export interface Samples {
  readonly size: number;
  /** The terms of a sample are at `starts[i]` to `starts[i + 1]`. */
  readonly starts: Int32Array;
  readonly indexes: Int16Array;
  /** For the side to move, less the mean of the others. */
  readonly counts: Float32Array;
  /** 1 for a full board, 0 for few pieces. */
  readonly phases: Float32Array;
  /** The share of the win that the side to move got, from 0 to 1. */
  readonly results: Float32Array;
  /** The odds of a level position are 1 to `others`. */
  readonly others: Uint8Array;
  readonly games: Int32Array;
  /** Plies to the end of the game. */
  readonly left: Int32Array;
}

/** Two values per weight: for a full board at 2 * index, for few pieces at 2 * index + 1. */
export type Weights = Float64Array;

export interface FitOptions {
  /** The score at which the odds change by a factor of e. */
  readonly unit: number;
  readonly passes: number;
  /** The strength of the pull to the first weights, per sample. */
  readonly keep: number;
  /** Pairs of weights that should change alike, such as those of adjacent squares. */
  readonly alike: readonly (readonly [number, number])[];
  readonly smooth: number;
  readonly onPass?: (text: string) => void;
}

const BATCH = 1024;
const RATE = 1.5;

/** Whether a sample is kept apart for validation: every tenth game. */
const isApart = ({ games }: Samples, sample: number): boolean => (games[sample] ?? 0) % 10 === 0;

const chance = (score: number, others: number): number => 1 / (1 + others * Math.exp(-score));

function scoreOf(samples: Samples, weights: Weights, sample: number): number {
  const { starts, indexes, counts, phases } = samples;
  let [many, few] = [0, 0];
  for (let at = starts[sample] ?? 0, end = starts[sample + 1] ?? 0; at < end; at++) {
    const [index, count] = [2 * (indexes[at] ?? 0), counts[at] ?? 0];
    many += count * (weights[index] ?? 0);
    few += count * (weights[index + 1] ?? 0);
  }
  const phase = phases[sample] ?? 0;
  return many * phase + few * (1 - phase);
}

/**
 * Fits weights to the results of samples by logistic regression with stochastic gradient descent (Adam), starting with
 * `first`.
 */
export function fit(samples: Samples, first: Weights, options: FitOptions): Weights {
  const { unit, passes, keep, alike, smooth, onPass } = options;
  const weights = Float64Array.from(first);
  const gradient = new Float64Array(weights.length);
  const mean = new Float64Array(weights.length);
  const square = new Float64Array(weights.length);
  const order = Int32Array.from({ length: samples.size }, (_, i) => i).filter((i) => !isApart(samples, i));
  let [steps, seed] = [0, 1];
  onPass?.(`error on games kept apart ${errorOf(samples, first, unit).toFixed(5)}`);
  for (let pass = 1; pass <= passes; pass++) {
    shuffle();
    const rate = RATE * (1 - (pass - 1) / passes) + 0.05;
    for (let at = 0; at < order.length; at += BATCH) step(order.subarray(at, at + BATCH), rate);
    onPass?.(`pass ${pass}: error on games kept apart ${errorOf(samples, weights, unit).toFixed(5)}`);
  }
  return weights;

  function shuffle(): void {
    for (let i = order.length - 1; i > 0; i--) {
      seed = (seed * 48_271) % 2_147_483_647;
      const j = seed % (i + 1);
      const kept = order[i] ?? 0;
      order[i] = order[j] ?? 0;
      order[j] = kept;
    }
  }

  function step(batch: Int32Array, rate: number): void {
    gradient.fill(0);
    for (const sample of batch) addGradient(sample);
    for (let i = 0; i < weights.length; i++) {
      gradient[i] = (gradient[i] ?? 0) / batch.length + keep * ((weights[i] ?? 0) - (first[i] ?? 0));
    }
    for (const [one, other] of alike) {
      for (let phase = 0; phase < 2; phase++) {
        const [a, b] = [2 * one + phase, 2 * other + phase];
        const apart = (weights[a] ?? 0) - (first[a] ?? 0) - (weights[b] ?? 0) + (first[b] ?? 0);
        gradient[a] = (gradient[a] ?? 0) + smooth * apart;
        gradient[b] = (gradient[b] ?? 0) - smooth * apart;
      }
    }
    steps++;
    for (let i = 0; i < weights.length; i++) {
      const slope = gradient[i] ?? 0;
      mean[i] = 0.9 * (mean[i] ?? 0) + 0.1 * slope;
      square[i] = 0.999 * (square[i] ?? 0) + 0.001 * slope * slope;
      const [one, two] = [(mean[i] ?? 0) / (1 - 0.9 ** steps), (square[i] ?? 0) / (1 - 0.999 ** steps)];
      weights[i] = (weights[i] ?? 0) - (rate * one) / (Math.sqrt(two) + 1e-9);
    }
  }

  function addGradient(sample: number): void {
    const { starts, indexes, counts, phases, results, others } = samples;
    const off = chance(scoreOf(samples, weights, sample) / unit, others[sample] ?? 1) - (results[sample] ?? 0);
    const phase = phases[sample] ?? 0;
    for (let at = starts[sample] ?? 0, end = starts[sample + 1] ?? 0; at < end; at++) {
      const [index, by] = [2 * (indexes[at] ?? 0), off * (counts[at] ?? 0)];
      gradient[index] = (gradient[index] ?? 0) + by * phase;
      gradient[index + 1] = (gradient[index + 1] ?? 0) + by * (1 - phase);
    }
  }
}

/** What the weights predict for the games kept apart. */
export function* predictionsOf(samples: Samples, weights: Weights, unit: number): Generator<Prediction> {
  for (let i = 0; i < samples.size; i++) {
    if (!isApart(samples, i)) continue;
    yield {
      chance: chance(scoreOf(samples, weights, i) / unit, samples.others[i] ?? 1),
      result: samples.results[i] ?? 0,
      left: samples.left[i] ?? 0,
    };
  }
}

/** The mean cross-entropy on the games kept apart. */
function errorOf(samples: Samples, weights: Weights, unit: number): number {
  let [sum, count] = [0, 0];
  for (const { chance: expected, result } of predictionsOf(samples, weights, unit)) {
    sum -= result * Math.log(expected + 1e-12) + (1 - result) * Math.log(1 - expected + 1e-12);
    count++;
  }
  return sum / count;
}
