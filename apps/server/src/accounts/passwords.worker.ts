/** What is done with passwords, in a thread of its own, one after another: neither the event loop nor libuv's threads wait. */
import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { stepBack } from '../thread-priority.ts';

/** A tenth of what the event loop has, where two want one processor. */
const NICENESS = 10;

/** The cost and format are better-auth's own, so that it could read our hashes, and we read those it made. */
const SCRYPT = { N: 16_384, r: 16, p: 1, maxmem: 128 * 16_384 * 16 * 2 };
const KEY_BYTES = 64;

/** Out of 4: a password below it falls to some 100,000 guesses. */
const MIN_SCORE = 2;

/** The estimate takes time that grows with the square of the length. */
const MAX_SCORED_LENGTH = 32;

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: MAX_SCORED_LENGTH });
stepBack(NICENESS);

const keyOf = (password: string, salt: string): Buffer =>
  scryptSync(password.normalize('NFKC'), salt, KEY_BYTES, SCRYPT);

export function hash(password: string): string {
  const salt = randomBytes(16).toString('hex');
  return `${salt}:${keyOf(password, salt).toString('hex')}`;
}

export function verify({ hash, password }: { hash: string; password: string }): boolean {
  const [salt = '', key = ''] = hash.split(':');
  const expected = Buffer.from(key, 'hex');
  return expected.length === KEY_BYTES && timingSafeEqual(keyOf(password, salt), expected);
}

/** Whether a password is among the 50,000 most used ones, or as easy to guess; `known` is what a guesser tries first. */
export const isCommon = ({ password, known }: { password: string; known: string[] }): boolean =>
  estimator.check(password, known).score < MIN_SCORE;
