import type { AccountPreferences, PlayerId, StoredPreferences } from '@terrace/protocol';

/** Stores how players want pages and boards to be. */
export type PreferenceStore = {
  /** Null for a player who has stored none. */
  of(id: PlayerId): Promise<StoredPreferences>;
  keep(id: PlayerId, preferences: AccountPreferences): Promise<void>;
};
