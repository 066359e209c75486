import { GameLog } from '@terrace/protocol';
import { z } from 'zod';
import { needed, read } from '#lib/net/rest.ts';
import type { PageLoad } from './$types';

const Ply = z.coerce.number().int().nonnegative().optional().catch(undefined);

export const load: PageLoad = async ({ fetch, params, parent, url }) => ({
  log: await read(fetch, `/api/games/${encodeURIComponent(params.id)}`, GameLog),
  /** The game as it stood after this move; whatever is no number opens it where it stands. */
  ply: Ply.parse(url.searchParams.get('ply') ?? undefined),
  me: needed((await parent()).me),
});
