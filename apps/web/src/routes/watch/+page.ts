import { loadMessages } from '@terrace/messages';
import { PlayerLobby } from '@terrace/protocol';
import { getJson } from '#lib/net/rest.ts';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ fetch }) => {
  const texts = loadMessages('tables', 'game');
  const data = {
    featured: (await getJson(fetch, '/api/lobby', PlayerLobby)).view.featured,
  };
  await texts;
  return data;
};
