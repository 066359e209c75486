import { readPreferences } from '@terrace/protocol';
import type { InvitationRefusal } from '../game-service/open-table.ts';
import type { Meetings } from './meetings.ts';
import type { PreferenceStore } from './preferences.ports.ts';

type Dependencies = {
  readonly meetings: Pick<Meetings, 'refusal'>;
  readonly preferences: Pick<PreferenceStore, 'of'>;
};

/** Rejects invitations to players who blocked the host or accept none. The answer does not reveal which. */
export const createInvitationRefusal =
  ({ meetings, preferences }: Dependencies): InvitationRefusal =>
  async (host, invited) => {
    const [apart, wishes] = await Promise.all([meetings.refusal(host, [invited]), preferences.of(invited.id)]);
    if (apart?.code === 'blocked-by-you') return apart;
    const accepts = apart === undefined && readPreferences(wishes).invitations;
    return accepts ? undefined : { code: 'takes-no-invitations', name: invited.name };
  };
