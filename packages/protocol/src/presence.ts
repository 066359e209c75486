import * as z from 'zod/mini';
import { GameId, Instant, SideName } from './ids.ts';

/** Presence at a game: the number of spectators, their names while they are few, and the absent players. */
export const Presence = z.object({
  watching: z.int().check(z.nonnegative()),
  names: z.array(z.string()),
  /** From `claimableAt` the others may claim that this side has left; only in games with a clock. */
  away: z.array(z.object({ side: SideName, since: Instant, claimableAt: Instant })),
});
export type Presence = z.infer<typeof Presence>;

export const presenceBroadcasts = { 'game:presence': z.object({ gameId: GameId, presence: Presence }) } as const;
