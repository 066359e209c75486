import { AccountPreferences, type PlayerId, readPreferences, type StoredPreferences } from '@terrace/protocol';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { runQuery } from './run-query.ts';

/** How players want pages and boards to be. Every verb throws DatabaseUnavailable when there is no database. */
export type PreferenceStore = {
  /** Null for one who has kept none. */
  of(id: PlayerId): Promise<StoredPreferences>;
  keep(id: PlayerId, preferences: AccountPreferences): Promise<void>;
};

export const createPreferenceStore = (prisma: PrismaClient): PreferenceStore => ({
  async of(id) {
    const row = await runQuery(() => prisma.player.findUnique({ where: { id }, select: { settings: true } }));
    return row?.settings ? AccountPreferences.parse(readPreferences(row.settings)) : null;
  },

  async keep(id, preferences) {
    await runQuery(() => prisma.player.updateMany({ where: { id }, data: { settings: preferences } }));
  },
});
