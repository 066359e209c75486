import { type Setup, setupOf, startPosition } from '@terrace/rules';
import { rulesInUrl, setupInUrl } from '#lib/notation/position-query.ts';

/** The setup in the address of the editor; the usual start position without one. */
export const editedSetup = (query: URLSearchParams): Setup =>
  setupInUrl(query) ?? setupOf(startPosition('long', rulesInUrl(query)));
