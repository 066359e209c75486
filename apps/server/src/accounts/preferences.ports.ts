import type { AccountPreferences, PlayerId, StoredPreferences } from '@terrace/protocol';

export type PreferenceStore = {
  of(id: PlayerId): Promise<StoredPreferences>;
  keep(id: PlayerId, preferences: AccountPreferences): Promise<void>;
};
