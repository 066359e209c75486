import { LobbyView } from '@terrace/protocol';
import { read } from '#lib/net/rest.ts';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ fetch }) => ({ lobby: await read(fetch, '/api/lobby', LobbyView) });
