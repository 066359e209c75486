import { rateableAs } from '@terrace/protocol';
import type { PlayerStore } from '../game-service/players.ports.ts';
import type { CheckEligibility } from '../game-service/requests.ts';
import type { Moderation } from '../moderation/moderation.ts';

/** Suspended players may not join tables. Rated tables require an account of a person. */
export const createEligibility =
  ({ moderation, players }: { moderation: Pick<Moderation, 'joinRefusal'>; players: PlayerStore }): CheckEligibility =>
  async ({ id, name }, settings) => {
    const refusal = await moderation.joinRefusal(id);
    if (refusal !== undefined || !settings.rated || rateableAs(settings) === null) return refusal;
    if (await players.isBot(id)) return { code: 'bots-are-casual', name };
    return (await players.hasAccount(id)) ? undefined : { code: 'rated-needs-account', name: null };
  };
