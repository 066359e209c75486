import { learn as english } from '../en/learn.ts';
import type { Spoken } from '../spoken.ts';
import { words } from '../words.ts';

/** The words of the lessons. */
export const learnWords = (): Spoken<typeof english> => words.learn ?? english;
