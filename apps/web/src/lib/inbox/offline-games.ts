import { type InboxGame, InboxGame as InboxGameSchema, inboxGroup, Player, type PlayerId } from '@terrace/protocol';
import * as z from 'zod/mini';
import { deviceStorage } from '#lib/device/device-storage.ts';

/** The games that the offline page shows: a player's own, as this device last saw them. */

const KEY = 'offline games';
export const MAX_OFFLINE_GAMES = 30;

const OfflineGames = z.object({ me: Player.shape.id, games: z.array(InboxGameSchema) });
export type OfflineGames = z.infer<typeof OfflineGames>;

export function saveOfflineGames(me: PlayerId, games: readonly InboxGame[]): void {
  const wanted = games.filter(({ row }) => inboxGroup(row, me) !== 'open').slice(0, MAX_OFFLINE_GAMES);
  deviceStorage.writeJson(KEY, { me, games: wanted });
}

export const readOfflineGames = (): OfflineGames | undefined => deviceStorage.readJson(KEY, OfflineGames);

export const forgetOfflineGames = (): void => deviceStorage.remove(KEY);
