/** Processes passwords one at a time in a separate thread, without blocking the event loop or libuv's threads. */
import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { lowerThreadPriority } from '../runtime/thread-priority.ts';

/** Gives this thread a tenth of the event loop's CPU time when both compete for one core. */
const NICENESS = 10;

/** Block size and format match better-auth. */
const BLOCK_SIZE = 16;
const KEY_BYTES = 64;

/** Out of 4. Passwords with a lower score need at most some 100,000 guesses. */
const MIN_SCORE = 2;

/** Estimation time grows with the square of the length. */
const MAX_SCORED_LENGTH = 32;

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: MAX_SCORED_LENGTH });
lowerThreadPriority(NICENESS);

type Hashing = { readonly password: string; readonly cost: number };

function keyOf({ password, cost }: Hashing, salt: string): Buffer {
  const options = { N: cost, r: BLOCK_SIZE, p: 1, maxmem: 2 * 128 * cost * BLOCK_SIZE };
  return scryptSync(password.normalize('NFKC'), salt, KEY_BYTES, options);
}

export function hash(hashing: Hashing): string {
  const salt = randomBytes(16).toString('hex');
  return `${salt}:${keyOf(hashing, salt).toString('hex')}`;
}

export function verify({ hash, ...hashing }: Hashing & { hash: string }): boolean {
  const [salt = '', key = ''] = hash.split(':');
  const expected = Buffer.from(key, 'hex');
  return expected.length === KEY_BYTES && timingSafeEqual(keyOf(hashing, salt), expected);
}

/** Whether a password is one of the 50,000 most common, or as easy to guess. Attackers try `known` first. */
export const isCommon = ({ password, known }: { password: string; known: string[] }): boolean =>
  estimator.check(password, known).score < MIN_SCORE;
