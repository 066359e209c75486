import { GameLog, MAX_EVENTS_IN_REPLY } from '@terrace/protocol';
import * as z from 'zod/mini';
import { needed, read } from '#lib/net/rest.ts';
import { gamePreview } from '#lib/preview/game-preview.ts';
import type { PageLoad } from './$types';

const Ply = z.catch(z.optional(z.coerce.number().check(z.int(), z.nonnegative())), undefined);

export const load: PageLoad = async ({ fetch, params, parent, url }) => {
  /** Its beginning, where it is very long: whoever follows the game is sent the rest. */
  const log = await read(fetch, `/api/games/${encodeURIComponent(params.id)}?most=${MAX_EVENTS_IN_REPLY}`, GameLog);
  /** The game as it stood after this move; whatever is no number opens it where it stands. */
  const ply = Ply.parse(url.searchParams.get('ply') ?? undefined);
  const { me } = await parent(); // and with it the words of the page's language
  return { log, ply, me: needed(me), preview: gamePreview(log, ply) };
};
