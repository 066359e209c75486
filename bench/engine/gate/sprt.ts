/** Points of one opening, for example the mean of its two games, from -1 to 1. */
export type Sample = number;

/** The means of the two hypotheses. */
export interface Hypotheses {
  readonly worse: number;
  readonly better: number;
}

/** Both kinds of error have a chance of 5 %. */
const BOUND = Math.log(0.95 / 0.05);

/** Samples before which the variance is too uncertain to decide. */
const FEWEST = 10;

/**
 * The logarithm of the likelihood of `better` over that of `worse`, approximately, for samples of unknown variance (the
 * generalized sequential probability ratio test of Van den Bergh).
 */
export function logLikelihoodRatio(samples: readonly Sample[], { worse, better }: Hypotheses): number {
  const count = samples.length;
  if (count === 0) return 0;
  const mean = samples.reduce((sum, value) => sum + value, 0) / count;
  // One more sample at either end of a pair's points keeps the variance of equal samples from being 0.
  const variance = (samples.reduce((sum, value) => sum + (value - mean) ** 2, 0) + 0.125) / count;
  return (count * (better - worse) * (2 * mean - better - worse)) / (2 * variance);
}

export type Verdict = 'better' | 'not better' | 'undecided';

export function verdictOf(samples: readonly Sample[], hypotheses: Hypotheses): Verdict {
  const ratio = samples.length < FEWEST ? 0 : logLikelihoodRatio(samples, hypotheses);
  return ratio >= BOUND ? 'better' : ratio <= -BOUND ? 'not better' : 'undecided';
}
