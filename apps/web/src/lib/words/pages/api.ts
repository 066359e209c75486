import { api as english } from '../en/api.ts';
import type { Spoken } from '../spoken.ts';
import { words } from '../words.ts';

/** The words of the API page. */
export const apiWords = (): Spoken<typeof english> => words.api ?? english;
