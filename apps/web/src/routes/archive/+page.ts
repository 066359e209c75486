import { loadMessages } from '@terrace/messages';
import { GamePage } from '@terrace/protocol';
import { filtersFromUrl, filtersQuery } from '#lib/archive/archive-query.ts';
import { getJson } from '#lib/net/rest.ts';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ fetch, url }) => {
  const filters = filtersFromUrl(url.searchParams);
  const cursor = url.searchParams.get('cursor');
  const [found] = await Promise.all([
    getJson(fetch, `/api/archive${filtersQuery(filters, cursor)}`, GamePage),
    loadMessages('people'),
  ]);
  return { filters, later: cursor !== null, found };
};
