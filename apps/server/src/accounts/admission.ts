import { rateableAs } from '@terrace/protocol';
import type { Admission } from '../game/service.ts';
import type { Directory } from '../game/store.ts';
import type { Moderation } from '../moderation/moderation.ts';

/** Who may sit down: whoever moderators let, and at a rated table only somebody with an account. */
export const admission =
  ({ moderation, people }: { moderation: Pick<Moderation, 'whyNotJoin'>; people: Directory }): Admission =>
  async ({ id }, settings) => {
    const barred = await moderation.whyNotJoin(id);
    if (barred !== undefined || !settings.rated || rateableAs(settings) === null) return barred;
    return (await people.hasAccount(id)) ? undefined : { code: 'rated-needs-account', name: null };
  };
