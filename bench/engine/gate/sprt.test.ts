import { expect, test } from 'vitest';
import { logLikelihoodRatio, verdictOf } from './sprt.ts';

const hypotheses = { worse: 0.5, better: 0.55 };
const times = (count: number, ...values: readonly number[]) => Array.from({ length: count }, () => values).flat();

test('the ratio equals the sum over normal samples and is 0 half way between the hypotheses', () => {
  expect(logLikelihoodRatio(times(50, 0.5, 0.55), hypotheses)).toBeCloseTo(0, 10);
  // 100 samples of mean 0.6 and variance 0.04: 100 * 0.05 * (1.2 - 1.05) / (2 * (0.04 + 0.00125))
  expect(logLikelihoodRatio(times(50, 0.4, 0.8), hypotheses)).toBeCloseTo(0.75 / 0.0825, 10);
});

test('decides for either hypothesis only with enough samples', () => {
  expect(verdictOf(times(5, 1), hypotheses)).toBe('undecided');
  expect(verdictOf(times(30, 0.5, 1), hypotheses)).toBe('better');
  expect(verdictOf(times(200, 0.25, 0.75), hypotheses)).toBe('not better');
  expect(verdictOf(times(20, 0.25, 0.8), hypotheses)).toBe('undecided');
});

test('at most 7 % of matches between equals end with the verdict better, and of those that are better with not better', () => {
  for (const [mean, wrong] of [
    [0.5, 'better'],
    [0.55, 'not better'],
  ] as const) {
    let mistakes = 0;
    const random = generator();
    for (let match = 0; match < 1000; match++) {
      const samples: number[] = [];
      let verdict = verdictOf(samples, hypotheses);
      while (verdict === 'undecided') {
        samples.push((Number(random() < mean) + Number(random() < mean)) / 2);
        verdict = verdictOf(samples, hypotheses);
      }
      if (verdict === wrong) mistakes++;
    }
    expect(mistakes).toBeLessThan(70);
  }
});

/** Park and Miller's generator. */
function generator() {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
