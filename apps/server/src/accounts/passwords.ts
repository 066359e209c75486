import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@terrace/protocol';
import { err, ok, type Result } from '@terrace/rules';

/** Out of 4: a password below it falls to some 100,000 guesses. */
const MIN_SCORE = 2;

/** The estimate takes time that grows with the square of the length, on the event loop. */
const MAX_SCORED_LENGTH = 32;

type WhyNot = 'short' | 'long' | 'name' | 'common';

/** Why a password will not do for somebody of this name. */
export async function checkPassword(password: string, name: string): Promise<Result<string, WhyNot>> {
  if (password.length < MIN_PASSWORD_LENGTH) return err('short');
  if (password.length > MAX_PASSWORD_LENGTH) return err('long');
  if (password.toLowerCase() === name.toLowerCase()) return err('name');
  estimator ??= loadEstimator();
  const { score } = (await estimator).check(password, ['terrace', name]);
  return score < MIN_SCORE ? err('common') : ok(password);
}

let estimator: ReturnType<typeof loadEstimator> | undefined;

/** Loaded with the first password: the list of common ones costs half a second and 45 MB, which many servers never need. */
async function loadEstimator() {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: MAX_SCORED_LENGTH });
}
