import { PlayerLobby } from '@terrace/protocol';
import { needed, read } from '#lib/net/rest.ts';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ fetch, parent }) => ({
  lobby: await read(fetch, '/api/lobby', PlayerLobby),
  me: needed((await parent()).me),
});
