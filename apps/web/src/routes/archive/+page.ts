import { GamePage } from '@terrace/protocol';
import { askedOf, queryOf } from '#lib/archive/archive-query.ts';
import { read } from '#lib/net/rest.ts';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ fetch, url }) => {
  const asked = askedOf(url.searchParams);
  const cursor = url.searchParams.get('cursor');
  return { asked, later: cursor !== null, found: await read(fetch, `/api/archive${queryOf(asked, cursor)}`, GamePage) };
};
