import { GameLog } from '@terrace/protocol';
import { read } from '#lib/net/rest.ts';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ fetch, params }) => ({
  log: await read(fetch, `/api/games/${encodeURIComponent(params.id)}`, GameLog),
});
