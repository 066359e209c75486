import { InboxPage, type PlayerId } from '@terrace/protocol';
import { tryGetJson } from '#lib/net/rest.ts';
import { MAX_OFFLINE_GAMES, saveOfflineGames } from './offline-games.ts';

/** Loads the player's games for the offline page; without an answer the saved ones stay. */
export async function refreshOfflineGames(me: PlayerId): Promise<void> {
  const page = await tryGetJson(fetch, `/api/me/games?limit=${MAX_OFFLINE_GAMES}`, InboxPage).catch(() => undefined);
  if (page !== undefined) saveOfflineGames(me, page.games);
}
