import { AccountPreferences, readPreferences } from '@terrace/protocol';
import type { PreferenceStore } from '../accounts/preferences.ports.ts';
import type { Queries } from './client.ts';

export const createPreferenceStore = (prisma: Queries): PreferenceStore => ({
  async of(id) {
    const row = await prisma.player.findUnique({ where: { id }, select: { settings: true } });
    return row?.settings ? AccountPreferences.parse(readPreferences(row.settings)) : null;
  },

  async keep(id, preferences) {
    await prisma.player.updateMany({ where: { id }, data: { settings: preferences } });
  },
});
