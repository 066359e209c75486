import * as z from 'zod/mini';
import { GameId, Instant } from './ids.ts';
import { Seek } from './lobby.ts';

/** What somebody waits for, and since when. */
export const OpenSeek = z.object({ seek: Seek, since: Instant });
export type OpenSeek = z.infer<typeof OpenSeek>;

export const pairingRequests = {
  /**
   * Waits for people who seek the same, as long as a tab that asked for it stays. When they are brought
   * together, `pairing:paired` names the game.
   */
  'pairing:join': { payload: Seek, reply: OpenSeek },
  'pairing:leave': { payload: z.strictObject({}), reply: z.object({}) },
} as const;

export const pairingBroadcasts = {
  /** To all tabs of one who waits: what for, or null for no longer. */
  'pairing:seek': z.object({ seek: z.nullable(OpenSeek) }),
  /** To all tabs of those who were brought together: their game. */
  'pairing:paired': z.object({ gameId: GameId }),
} as const;
