/** What is done with passwords, in a thread of its own, one after another: neither the event loop nor libuv's threads wait. */
import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { lowerThreadPriority } from '../runtime/thread-priority.ts';

/** A tenth of what the event loop has, where two want one processor. */
const NICENESS = 10;

/** The block size and format are those of better-auth. */
const BLOCK_SIZE = 16;
const KEY_BYTES = 64;

/** Out of 4: a password below it falls to some 100,000 guesses. */
const MIN_SCORE = 2;

/** The estimate takes time that grows with the square of the length. */
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

/** Whether a password is among the 50,000 most used ones, or as easy to guess; `known` is what a guesser tries first. */
export const isCommon = ({ password, known }: { password: string; known: string[] }): boolean =>
  estimator.check(password, known).score < MIN_SCORE;
