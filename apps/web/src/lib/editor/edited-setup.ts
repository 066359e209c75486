import { type Setup, setupOf, startPosition } from '@terrace/rules';
import { rulesInUrl, setupInUrl } from '#lib/notation/position-query.ts';

/** The setup in the editor's URL; by default the usual start position. */
export const editedSetup = (query: URLSearchParams): Setup =>
  setupInUrl(query) ?? setupOf(startPosition('long', rulesInUrl(query)));
