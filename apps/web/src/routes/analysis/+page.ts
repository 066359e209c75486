import { loadMessages } from '@terrace/messages';
import { GameLog } from '@terrace/protocol';
import { startFromUrl } from '#lib/analysis/start-from-url.ts';
import { getJson } from '#lib/net/rest.ts';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ fetch, url }) => {
  const id = url.searchParams.get('game');
  const [game] = await Promise.all([
    id === null ? undefined : getJson(fetch, `/api/games/${encodeURIComponent(id)}`, GameLog),
    loadMessages('game', 'analysis', 'tables', 'refusals'),
  ]);
  return { start: startFromUrl(url.searchParams, game) };
};
