import { rateableAs } from '@terrace/protocol';
import type { PlayerStore } from '../game-service/players.ports.ts';
import type { CheckEligibility } from '../game-service/requests.ts';
import type { Moderation } from '../moderation/moderation.ts';
import type { Meetings } from './meetings.ts';

type Dependencies = {
  readonly moderation: Pick<Moderation, 'joinRefusal'>;
  readonly players: Pick<PlayerStore, 'isBot' | 'hasAccount'>;
  readonly meetings: Pick<Meetings, 'refusal'>;
};

/** Suspended players may not join tables, nor blocked ones those of others. Rated tables require an account of a person. */
export const createEligibility =
  ({ moderation, players, meetings }: Dependencies): CheckEligibility =>
  async ({ id, name }, settings, others = []) => {
    const refusal = (await moderation.joinRefusal(id)) ?? (await meetings.refusal(id, others));
    if (refusal !== undefined || !settings.rated || rateableAs(settings) === null) return refusal;
    if (await players.isBot(id)) return { code: 'bots-are-casual', name };
    return (await players.hasAccount(id)) ? undefined : { code: 'rated-needs-account', name: null };
  };
