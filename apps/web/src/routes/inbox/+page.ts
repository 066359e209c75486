import { error } from '@sveltejs/kit';
import { loadMessages } from '@terrace/messages';
import { type InboxGroup, InboxPage } from '@terrace/protocol';
import { FIRST_GAMES } from '#lib/inbox/inbox-store.svelte.ts';
import { getJson } from '#lib/net/rest.ts';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ fetch, url, parent }) => {
  const { me } = await parent(); // a new guest's session, which the inbox needs
  if (me === undefined) error(503);
  const shown = url.searchParams.get('show');
  const group: InboxGroup | null = shown === 'turn' || shown === 'waiting' ? shown : null;
  const query = group === null ? '' : `&group=${group}`;
  const [inbox] = await Promise.all([
    getJson(fetch, `/api/me/games?limit=${FIRST_GAMES}${query}`, InboxPage),
    loadMessages('tables', 'inbox'),
  ]);
  return { inbox, group, player: me.player.id };
};
