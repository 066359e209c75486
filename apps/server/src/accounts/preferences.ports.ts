import type { AccountPreferences, PlayerId, StoredPreferences } from '@terrace/protocol';

/** Stores players' display preferences for pages and boards. */
export type PreferenceStore = {
  /** Null for a player who has stored none. */
  of(id: PlayerId): Promise<StoredPreferences>;
  keep(id: PlayerId, preferences: AccountPreferences): Promise<void>;
};
