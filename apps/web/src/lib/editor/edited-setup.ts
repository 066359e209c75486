import { type Setup, setupOf, startPosition } from '@terrace/rules';
import { rulesInUrl, setupInUrl } from '#lib/notation/position-query.ts';

export const editedSetup = (query: URLSearchParams): Setup =>
  setupInUrl(query) ?? setupOf(startPosition('long', rulesInUrl(query)));
