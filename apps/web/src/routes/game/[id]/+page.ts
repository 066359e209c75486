import { GameLog } from '@terrace/protocol';
import { needed, read } from '#lib/net/rest.ts';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ fetch, params, parent }) => ({
  log: await read(fetch, `/api/games/${encodeURIComponent(params.id)}`, GameLog),
  me: needed((await parent()).me),
});
