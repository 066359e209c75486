import { LobbyVisit } from '@terrace/protocol';
import { read } from '#lib/net/rest.ts';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ fetch }) => ({ live: (await read(fetch, '/api/lobby', LobbyVisit)).view.live });
