import { people as english } from '../en/people.ts';
import type { Spoken } from '../spoken.ts';
import { words } from '../words.ts';

/** The words of players, their games and the rating lists. */
export const peopleWords = (): Spoken<typeof english> => words.people ?? english;
