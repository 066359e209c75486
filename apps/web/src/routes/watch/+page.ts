import { PlayerLobby } from '@terrace/protocol';
import { read } from '#lib/net/rest.ts';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ fetch }) => ({
  featured: (await read(fetch, '/api/lobby', PlayerLobby)).view.featured,
});
