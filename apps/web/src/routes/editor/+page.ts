import { loadMessages } from '@terrace/messages';
import { setupOf, startPosition } from '@terrace/rules';
import { rulesInUrl, setupInUrl } from '#lib/record/position-query.ts';
import type { PageLoad } from './$types';

/** The board the address tells, else the usual beginning. */
export const load: PageLoad = async ({ url }) => {
  await loadMessages('game', 'editor', 'tables', 'refusals');
  return {
    setup: setupInUrl(url.searchParams) ?? setupOf(startPosition('long', rulesInUrl(url.searchParams))),
  };
};
