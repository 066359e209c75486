import { redirect } from '@sveltejs/kit';
import { loadMessages } from '@terrace/messages';
import { Leaderboard, LivelyKind, PlayerLobby, RatingKind } from '@terrace/protocol';
import { getJson, tryGetJson } from '#lib/net/rest.ts';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ fetch, url }) => {
  const asked = RatingKind.safeParse(url.searchParams.get('kind'));
  if (!asked.success)
    redirect(307, `/leaderboard?kind=${(await getJson(fetch, '/api/leaderboards', LivelyKind)).kind}`);
  const cursor = url.searchParams.get('cursor');
  const query = cursor === null ? '' : `?cursor=${encodeURIComponent(cursor)}`;
  const [board, lobby] = await Promise.all([
    getJson(fetch, `/api/leaderboards/${asked.data}${query}`, Leaderboard),
    tryGetJson(fetch, '/api/lobby', PlayerLobby),
    loadMessages('people', 'tables', 'game'),
  ]);
  return { later: cursor !== null, board, featured: lobby?.view.featured ?? { games: [], count: 0 } };
};
