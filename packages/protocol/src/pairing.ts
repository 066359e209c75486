import * as z from 'zod/mini';
import { GameId, Instant } from './ids.ts';
import { PairingWish } from './lobby.ts';

/** What somebody waits for, and since when. */
export const Search = z.object({ wish: PairingWish, since: Instant });
export type Search = z.infer<typeof Search>;

export const pairingRequests = {
  /**
   * Waits for people who wish for the same, as long as a tab that asked for it stays. When they are brought
   * together, `pairing:paired` names the game.
   */
  'pairing:join': { payload: PairingWish, reply: Search },
  'pairing:leave': { payload: z.strictObject({}), reply: z.object({}) },
} as const;

export const pairingBroadcasts = {
  /** To all tabs of one who waits: what for, or null for no longer. */
  'pairing:search': z.object({ search: z.nullable(Search) }),
  /** To all tabs of those who were brought together: their game. */
  'pairing:paired': z.object({ gameId: GameId }),
} as const;
