import { seededIntegers } from '../../../packages/rules/src/testing/random.ts';
import { INPUTS, MAX_PIECES, type TrainingSet } from './training-set.ts';

export const HIDDEN = 32;
const BATCH = 512;
/** The unit of the output, in hundredths of the smallest piece. */
const OUTPUT_UNIT = 400;
const [BIASES, LAST, OFFSET] = [INPUTS * HIDDEN, (INPUTS + 1) * HIDDEN, (INPUTS + 3) * HIDDEN] as const;
const PARAMETERS = OFFSET + 1;

export interface Integers {
  readonly first: readonly number[];
  readonly biases: readonly number[];
  readonly last: readonly number[];
  readonly offset: number;
}

export interface Trainer {
  /** One pass over the set. @returns the mean square error during training */
  epoch(rate: number): number;
  error(): number;
  errorWithout(): number;
  integers(): Integers;
}

/** Trains by stochastic gradient descent (Adam). Mirroring on the diagonal doubles the positions. */
export function trainer(set: TrainingSet, unit: number): Trainer {
  const random = seededIntegers(1);
  const uniform = (width: number): number => (random() / 2 ** 32 - 0.5) * width;
  const parameters = new Float32Array(PARAMETERS);
  for (let i = 0; i < BIASES; i++) parameters[i] = uniform(0.15);
  parameters.fill(0.3, BIASES, LAST);
  for (let i = LAST; i < OFFSET; i++) parameters[i] = uniform(0.3);
  const gradient = new Float32Array(PARAMETERS);
  const mean = new Float32Array(PARAMETERS);
  const square = new Float32Array(PARAMETERS);
  const hidden = new Float32Array(2 * HIDDEN);
  const own = new Int32Array(MAX_PIECES);
  const other = new Int32Array(MAX_PIECES);
  const isApart = (index: number): boolean => Math.floor(index / 200) % 16 === 5; // about one complete game each
  const learned = Int32Array.from({ length: set.count }, (_, i) => i).filter((i) => !isApart(i));
  let steps = 0;

  /** @returns the output; `hidden` keeps its values before clipping */
  function forward(index: number, mirrored: boolean): number {
    for (let h = 0; h < HIDDEN; h++) hidden[h] = hidden[HIDDEN + h] = parameters[BIASES + h] ?? 0;
    for (let k = 0; k < MAX_PIECES; k++) {
      const input = set.own[index * MAX_PIECES + k] ?? -1;
      own[k] = input;
      if (input < 0) break;
      const theirs = set.other[index * MAX_PIECES + k] ?? 0;
      const [a, b] = [(mirrored ? mirror(input) : input) * HIDDEN, (mirrored ? mirror(theirs) : theirs) * HIDDEN];
      own[k] = a;
      other[k] = b;
      for (let h = 0; h < HIDDEN; h++) {
        hidden[h] = (hidden[h] ?? 0) + (parameters[a + h] ?? 0);
        hidden[HIDDEN + h] = (hidden[HIDDEN + h] ?? 0) + (parameters[b + h] ?? 0);
      }
    }
    let output = parameters[OFFSET] ?? 0;
    for (let h = 0; h < 2 * HIDDEN; h++) output += clip(hidden[h] ?? 0) * (parameters[LAST + h] ?? 0);
    return output;
  }

  const chanceOf = (index: number, output: number): number =>
    1 / (1 + Math.exp(-((set.base[index] ?? 0) + output * OUTPUT_UNIT) / unit));

  function learn(index: number): number {
    const chance = chanceOf(index, forward(index, (random() & 1) === 1));
    const off = chance - (set.target[index] ?? 0);
    const delta = off * chance * (1 - chance) * 4;
    gradient[OFFSET] = (gradient[OFFSET] ?? 0) + delta;
    for (let h = 0; h < 2 * HIDDEN; h++) {
      const value = hidden[h] ?? 0;
      gradient[LAST + h] = (gradient[LAST + h] ?? 0) + delta * clip(value);
      hidden[h] = value <= 0 || value >= 1 ? 0 : delta * (parameters[LAST + h] ?? 0);
    }
    for (let h = 0; h < HIDDEN; h++) {
      gradient[BIASES + h] = (gradient[BIASES + h] ?? 0) + (hidden[h] ?? 0) + (hidden[HIDDEN + h] ?? 0);
    }
    for (let k = 0; k < MAX_PIECES; k++) {
      const [a, b] = [own[k] ?? -1, other[k] ?? 0];
      if (a < 0) break;
      for (let h = 0; h < HIDDEN; h++) {
        gradient[a + h] = (gradient[a + h] ?? 0) + (hidden[h] ?? 0);
        gradient[b + h] = (gradient[b + h] ?? 0) + (hidden[HIDDEN + h] ?? 0);
      }
    }
    return off * off;
  }

  function step(rate: number): void {
    steps++;
    const [one, two] = [1 - 0.9 ** steps, 1 - 0.999 ** steps];
    for (let i = 0; i < PARAMETERS; i++) {
      const slope = (gradient[i] ?? 0) / BATCH + 1e-6 * (parameters[i] ?? 0);
      const first = 0.9 * (mean[i] ?? 0) + 0.1 * slope;
      const second = 0.999 * (square[i] ?? 0) + 0.001 * slope * slope;
      mean[i] = first;
      square[i] = second;
      parameters[i] = (parameters[i] ?? 0) - (rate * (first / one)) / (Math.sqrt(second / two) + 1e-8);
    }
    gradient.fill(0);
  }

  const errorOf = (output: (index: number) => number): number => {
    let [sum, count] = [0, 0];
    for (let index = 0; index < set.count; index++) {
      if (!isApart(index)) continue;
      sum += (chanceOf(index, output(index)) - (set.target[index] ?? 0)) ** 2;
      count++;
    }
    return sum / count;
  };

  return {
    epoch(rate) {
      for (let i = learned.length - 1; i > 0; i--) {
        const j = random() % (i + 1);
        const kept = learned[i] ?? 0;
        learned[i] = learned[j] ?? 0;
        learned[j] = kept;
      }
      let sum = 0;
      const end = learned.length - (learned.length % BATCH);
      for (let at = 0; at < end; at++) {
        sum += learn(learned[at] ?? 0);
        if (at % BATCH === BATCH - 1) step(rate);
      }
      return sum / end;
    },
    error: () => errorOf((index) => forward(index, false)),
    errorWithout: () => errorOf(() => 0),
    integers: () => ({
      first: whole(parameters.subarray(0, BIASES), 127),
      biases: whole(parameters.subarray(BIASES, LAST), 127),
      last: whole(parameters.subarray(LAST, OFFSET), OUTPUT_UNIT * 16),
      offset: Math.round((parameters[OFFSET] ?? 0) * OUTPUT_UNIT * 16 * 127),
    }),
  };
}

const clip = (value: number): number => Math.min(1, Math.max(0, value));

const whole = (values: Float32Array, scale: number): readonly number[] =>
  Array.from(values, (value) => Math.max(-32767, Math.min(32767, Math.round(value * scale))));

/** The same input mirrored on the diagonal that joins the low corners. */
const mirror = (input: number): number => (input & ~63) | ((input & 7) << 3) | ((input >> 3) & 7);
