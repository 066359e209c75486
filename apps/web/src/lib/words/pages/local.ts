import { local as english } from '../en/local.ts';
import type { Spoken } from '../spoken.ts';
import { words } from '../words.ts';

/** The words of games at one screen. */
export const localWords = (): Spoken<typeof english> => words.local ?? english;
