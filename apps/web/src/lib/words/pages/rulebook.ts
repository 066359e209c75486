import { rulebook as english } from '../en/rulebook.ts';
import type { Spoken } from '../spoken.ts';
import { words } from '../words.ts';

/** The words of the rule book. */
export const rulebookWords = (): Spoken<typeof english> => words.rulebook ?? english;
