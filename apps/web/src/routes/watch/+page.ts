import { loadMessages } from '@terrace/messages';
import { PlayerLobby } from '@terrace/protocol';
import { getJson } from '#lib/net/rest.ts';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ fetch }) => {
  const [lobby] = await Promise.all([getJson(fetch, '/api/lobby', PlayerLobby), loadMessages('tables', 'game')]);
  return { featured: lobby.view.featured };
};
