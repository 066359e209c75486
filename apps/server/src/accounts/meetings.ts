import type { PlayerId, Refusal } from '@terrace/protocol';
import type { Companion } from '../game-service/requests.ts';
import type { BlockStore } from './relations.ports.ts';

export type Meetings = ReturnType<typeof createMeetings>;

/**
 * Whether two players may meet: not if either has blocked the other. Seats, invitations, pairing, rematches and the names
 * of spectators use this rule; `meetings.test.ts` lists these doors. Chat has a rule of its own: a block hides
 * the messages of the blocked player, and nothing else in a game that has begun.
 */
export const createMeetings = (blocks: Pick<BlockStore, 'blockedBy' | 'blockedEitherWay'>) => ({
  /** The players whom this one may not meet. */
  apartFrom: (player: PlayerId): Promise<ReadonlySet<PlayerId>> => blocks.blockedEitherWay(player),

  /**
   * Names a player only to the one who blocked them.
   *
   * @param others without a name if only the id is known
   */
  async refusal(player: PlayerId, others: readonly Companion[]): Promise<Refusal | undefined> {
    if (others.every(({ id }) => id === player)) return undefined;
    const apart = await blocks.blockedEitherWay(player);
    if (!others.some(({ id }) => apart.has(id))) return undefined;
    const blocked = new Set(await blocks.blockedBy(player));
    const own = others.find(({ id }) => blocked.has(id));
    return own?.name === undefined ? { code: 'not-welcome' } : { code: 'blocked-by-you', name: own.name };
  },
});
