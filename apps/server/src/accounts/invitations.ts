import { readPreferences } from '@terrace/protocol';
import type { MayInvite } from '../game-service/open-table.ts';
import type { PreferenceStore } from './preferences.ports.ts';
import type { BlockStore } from './relations.ports.ts';

type Stores = { readonly blocks: Pick<BlockStore, 'blockersOf'>; readonly preferences: Pick<PreferenceStore, 'of'> };

/** Rejects invitations to players who blocked the host or accept none. The answer does not reveal which. */
export const createMayInvite =
  ({ blocks, preferences }: Stores): MayInvite =>
  async (host, invited) => {
    const [blockers, wishes] = await Promise.all([blocks.blockersOf(host), preferences.of(invited)]);
    return !blockers.includes(invited) && readPreferences(wishes).invitations;
  };
