import { GameId } from '@terrace/protocol';
import { z } from 'zod';
import type { GameCursor, LeaderboardCursor } from './store.ts';

/** A place in a list as text that means nothing to others. */
const cursor = <T>(place: z.ZodType<T>) => ({
  write: (after: T): string => Buffer.from(JSON.stringify(after)).toString('base64url'),
  /** Undefined for a text that is not one of ours. */
  read: (text: string): T | undefined => {
    const json = Buffer.from(text, 'base64url').toString();
    try {
      return place.safeParse(JSON.parse(json)).data;
    } catch {
      return undefined; // what is no JSON was never written here
    }
  },
});

const instant = z.int().min(0).max(8.64e15);

export const gameCursors = cursor<GameCursor>(z.strictObject({ endedAt: instant, id: GameId }));

export const leaderboardCursors = cursor<LeaderboardCursor>(
  z.strictObject({ rating: z.number(), id: z.string().max(40), place: z.int().positive() }),
);
