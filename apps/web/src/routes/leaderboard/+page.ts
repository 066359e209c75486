import { Leaderboard, RatingKind } from '@terrace/protocol';
import { read } from '#lib/net/rest.ts';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ fetch, url }) => {
  const asked = RatingKind.safeParse(url.searchParams.get('kind'));
  const cursor = url.searchParams.get('cursor');
  const query = cursor === null ? '' : `?cursor=${encodeURIComponent(cursor)}`;
  const kind = asked.success ? asked.data : 'blitz';
  return { later: cursor !== null, board: await read(fetch, `/api/leaderboards/${kind}${query}`, Leaderboard) };
};
