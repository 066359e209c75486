import * as z from 'zod/mini';
import { GameId, Instant, SideName } from './ids.ts';

/** Who is at a game: how many watch, their names while they are few, and which players are away. */
export const Presence = z.object({
  watching: z.int().check(z.nonnegative()),
  names: z.array(z.string()),
  /** From `claimableAt` on the others may claim that this side has left; only in games with a clock. */
  away: z.array(z.object({ side: SideName, since: Instant, claimableAt: Instant })),
});
export type Presence = z.infer<typeof Presence>;

export const presenceBroadcasts = { 'game:presence': z.object({ gameId: GameId, presence: Presence }) } as const;
