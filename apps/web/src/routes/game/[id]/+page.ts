import { loadMessages } from '@terrace/messages';
import { GameLog, MAX_EVENTS_IN_REPLY } from '@terrace/protocol';
import { plyFromUrl } from '#lib/game/ply-from-url.ts';
import { getJson, orThrow503 } from '#lib/net/rest.ts';
import { loadStage, stageOf } from '#lib/online/lazy-components.ts';
import { gamePreview } from '#lib/preview/game-preview.ts';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ fetch, params, parent, url }) => {
  /** Only the beginning of a very long game. The rest arrives over the socket. */
  const path = `/api/games/${encodeURIComponent(params.id)}?most=${MAX_EVENTS_IN_REPLY}` as const;
  const [log, { me }] = await Promise.all([getJson(fetch, path, GameLog), parent(), loadMessages('game')]);
  const ply = plyFromUrl(url);
  const stage = stageOf(log);
  const parts = stage === undefined ? {} : await loadStage(stage).catch(() => ({})); // the page shows that a part is missing
  return { log, ply, parts, me: orThrow503(me), preview: import.meta.env.SSR ? gamePreview(log, ply) : undefined };
};
