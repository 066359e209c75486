import type { AccountPreferences, PlayerId, StoredPreferences } from '@terrace/protocol';

export type PreferenceStore = {
  /** Null if none are stored. */
  of(id: PlayerId): Promise<StoredPreferences>;
  keep(id: PlayerId, preferences: AccountPreferences): Promise<void>;
};
