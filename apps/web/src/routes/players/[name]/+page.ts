import { loadMessages } from '@terrace/messages';
import { GamePage, PlayerProfile, RatingHistory, RatingKind } from '@terrace/protocol';
import { filtersFromUrl, filtersQuery } from '#lib/archive/archive-query.ts';
import { getJson } from '#lib/net/rest.ts';
import { playerPreview } from '#lib/preview/link-preview.ts';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ fetch, url, params }) => {
  const player = `/api/players/${encodeURIComponent(params.name)}` as const;
  const filters = filtersFromUrl(url.searchParams);
  const cursor = url.searchParams.get('cursor');
  const [profile, found] = await Promise.all([
    getJson(fetch, player, PlayerProfile),
    getJson(fetch, `${player}/games${filtersQuery(filters, cursor)}`, GamePage),
    loadMessages('people', 'tables', 'game'),
  ]);
  const wished = RatingKind.safeParse(url.searchParams.get('rating'));
  const most = profile.ratings.toSorted((a, b) => b.games - a.games)[0]?.kind;
  const kind = wished.success ? wished.data : most;
  const history = kind === undefined ? undefined : await getJson(fetch, `${player}/ratings/${kind}`, RatingHistory);
  const preview = import.meta.env.SSR ? playerPreview(profile.player.name) : undefined;
  return { profile, found, filters, later: cursor !== null, history, preview };
};
