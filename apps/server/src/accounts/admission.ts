import { rateableAs } from '@terrace/protocol';
import type { CheckEligibility } from '../game/service.ts';
import type { PlayerStore } from '../game/store.ts';
import type { Moderation } from '../moderation/moderation.ts';

/** Who may sit down: whoever moderators let, and at a rated table only somebody with an account. */
export const admission =
  ({ moderation, people }: { moderation: Pick<Moderation, 'whyNotJoin'>; people: PlayerStore }): CheckEligibility =>
  async ({ id }, settings) => {
    const barred = await moderation.whyNotJoin(id);
    if (barred !== undefined || !settings.rated || rateableAs(settings) === null) return barred;
    return (await people.hasAccount(id)) ? undefined : { code: 'rated-needs-account', name: null };
  };
