import { LANGUAGES } from '@terrace/protocol';
import { bySuite } from '../../../../tools/testing/suite.ts';
import type { OpenOptions } from './scene-test.ts';

type View = { readonly texts: string; readonly options: OpenOptions };

const LONGEST: View = { texts: 'the longest texts', options: { texts: 'longest' } };

/** A layout that fits the longest texts fits the texts of each language; the thorough suite verifies that. */
export const VIEWS: readonly View[] = bySuite(
  [LONGEST],
  [
    LONGEST,
    ...LANGUAGES.map((language) => ({
      texts: language,
      options: { texts: 'languages', preferences: { language } } as const,
    })),
  ],
);
