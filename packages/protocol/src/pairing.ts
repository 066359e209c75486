import * as z from 'zod/mini';
import { GameId, Instant, PlayerId } from './ids.ts';
import { Seek } from './lobby.ts';
import { TooManyFromAddress, TooManySeats } from './seat-refusals.ts';

export const OpenSeek = z.object({ seek: Seek, since: Instant });
export type OpenSeek = z.infer<typeof OpenSeek>;

export const SeekEnd = z.discriminatedUnion('why', [
  z.object({ why: z.literal('paired'), gameId: GameId }),
  /** Another game of the player with people and a clock began. */
  z.object({ why: z.literal('seated'), gameId: GameId }),
  /** The player cancelled, in any tab. */
  z.object({ why: z.literal('left') }),
  /** The player has waited for very long and may be gone. */
  z.object({ why: z.literal('expired') }),
  /** The player cannot have more games. */
  z.object({
    why: z.literal('refused'),
    refusal: z.discriminatedUnion('code', [TooManySeats, TooManyFromAddress]),
  }),
]);
export type SeekEnd = z.infer<typeof SeekEnd>;

export const pairingRequests = {
  /** Waits for a matching seek while a tab that joined or resumed the search is connected. */
  'pairing:join': { payload: Seek, reply: OpenSeek },
  /** Resumes a search in another tab or after a reload. If `open` is null, the search is over, and `end` is the reason. */
  'pairing:resume': {
    payload: z.strictObject({
      wanted: z.nullable(z.strictObject({ seek: Seek, since: Instant })),
    }),
    reply: z.object({ open: z.nullable(OpenSeek), end: z.optional(SeekEnd) }),
  },
  /** Accepts a waiting player's seek, in one of the games that suit both. */
  'pairing:accept': {
    payload: z.strictObject({ player: PlayerId, game: Seek }),
    reply: z.object({ gameId: GameId }),
  },
  'pairing:leave': { payload: z.strictObject({}), reply: z.object({}) },
} as const;

export const pairingBroadcasts = {
  /** To all tabs of a waiting player: the seek, or null and the reason why the wait ended. */
  'pairing:seek': z.object({ seek: z.nullable(OpenSeek), end: z.optional(SeekEnd) }),
  'pairing:paired': z.object({ gameId: GameId }),
} as const;
