import * as z from 'zod/mini';
import { GameId, Instant, PlayerId } from './ids.ts';
import { Seek } from './lobby.ts';
import { Refusal } from './refusals.ts';

/** What somebody waits for, and since when. */
export const OpenSeek = z.object({ seek: Seek, since: Instant });
export type OpenSeek = z.infer<typeof OpenSeek>;

/** Why a wait is over. */
export const SeekEnd = z.discriminatedUnion('why', [
  /** They were brought to a game. */
  z.object({ why: z.literal('paired'), gameId: GameId }),
  /** Another game of theirs with people and a clock has begun. */
  z.object({ why: z.literal('seated'), gameId: GameId }),
  /** They did not want to wait any longer, in whichever tab. */
  z.object({ why: z.literal('left') }),
  /** They have waited for very long, and may not be there any more. */
  z.object({ why: z.literal('expired') }),
  /** They may begin no further game. */
  z.object({ why: z.literal('refused'), refusal: Refusal }),
]);
export type SeekEnd = z.infer<typeof SeekEnd>;

export const pairingRequests = {
  /**
   * Waits for people who seek the same, as long as a tab that asked for it, or went on with it, stays. When they are brought
   * together, `pairing:paired` names the game.
   */
  'pairing:join': { payload: Seek, reply: OpenSeek },
  /**
   * Goes on with what one waits for in another tab, or has waited for until the page was loaded anew or the connection broke:
   * `wanted` is that, null for nothing. `open` null: one does not wait, and `end` says why one no longer does.
   */
  'pairing:resume': {
    payload: z.strictObject({
      wanted: z.nullable(z.strictObject({ seek: Seek, since: Instant })),
    }),
    reply: z.object({ open: z.nullable(OpenSeek), end: z.optional(SeekEnd) }),
  },
  /** Joins somebody who waits, in one of the games of two that will do for them. */
  'pairing:accept': {
    payload: z.strictObject({ player: PlayerId, game: Seek }),
    reply: z.object({ gameId: GameId }),
  },
  'pairing:leave': { payload: z.strictObject({}), reply: z.object({}) },
} as const;

export const pairingBroadcasts = {
  /** To all tabs of one who waits: what for, or null for no longer, and why that is. */
  'pairing:seek': z.object({ seek: z.nullable(OpenSeek), end: z.optional(SeekEnd) }),
  /** To all tabs of those who were brought together: their game. */
  'pairing:paired': z.object({ gameId: GameId }),
} as const;
