import { rateableAs } from '@terrace/protocol';
import type { PlayerStore } from '../game-service/players.ports.ts';
import type { CheckEligibility } from '../game-service/requests.ts';
import type { Moderation } from '../moderation/moderation.ts';

/** Suspended players may not join tables, and rated tables require an account. */
export const createEligibility =
  ({ moderation, players }: { moderation: Pick<Moderation, 'joinRefusal'>; players: PlayerStore }): CheckEligibility =>
  async ({ id }, settings) => {
    const refusal = await moderation.joinRefusal(id);
    if (refusal !== undefined || !settings.rated || rateableAs(settings) === null) return refusal;
    return (await players.hasAccount(id)) ? undefined : { code: 'rated-needs-account', name: null };
  };
