import { analysis as english } from '../en/analysis.ts';
import type { Spoken } from '../spoken.ts';
import { words } from '../words.ts';

/** The words of the analysis board. */
export const analysisWords = (): Spoken<typeof english> => words.analysis ?? english;
