import { AccountPreferences, readPreferences } from '@terrace/protocol';
import type { PreferenceStore } from '../accounts/preferences.ports.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { runQuery } from './run-query.ts';

export const createPreferenceStore = (prisma: PrismaClient): PreferenceStore => ({
  async of(id) {
    const row = await runQuery(() => prisma.player.findUnique({ where: { id }, select: { settings: true } }));
    return row?.settings ? AccountPreferences.parse(readPreferences(row.settings)) : null;
  },

  async keep(id, preferences) {
    await runQuery(() => prisma.player.updateMany({ where: { id }, data: { settings: preferences } }));
  },
});
