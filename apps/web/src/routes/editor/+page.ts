import { setupOf, startPosition } from '@terrace/rules';
import { rulesIn, sketchIn } from '#lib/record/position-query.ts';
import type { PageLoad } from './$types';

/** The board the address tells, else the usual beginning. */
export const load: PageLoad = ({ url }) => ({
  setup: sketchIn(url.searchParams) ?? setupOf(startPosition('long', rulesIn(url.searchParams))),
});
