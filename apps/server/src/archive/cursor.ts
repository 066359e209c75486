import { GameId, type InboxPlace } from '@terrace/protocol';
import { z } from 'zod';
import type { GameCursor, LeaderboardCursor } from './archive.ports.ts';

const createCodec = <T>(place: z.ZodType<T>) => ({
  encode: (after: T): string => Buffer.from(JSON.stringify(after)).toString('base64url'),
  /** Undefined for a string that `encode` did not produce. */
  decode: (text: string): T | undefined => {
    const json = Buffer.from(text, 'base64url').toString();
    try {
      return place.safeParse(JSON.parse(json)).data;
    } catch {
      return undefined;
    }
  },
});

const instant = z.int().min(0).max(8.64e15);

export const gameCursorCodec = createCodec<GameCursor>(z.strictObject({ endedAt: instant, id: GameId }));

export const leaderboardCursorCodec = createCodec<LeaderboardCursor>(
  z.strictObject({ rating: z.number(), id: z.string().max(40), place: z.int().nonnegative() }),
);

export const inboxCursorCodec = createCodec<InboxPlace>(
  z.strictObject({ group: z.int().nonnegative(), due: z.int(), movedAt: instant, id: GameId }),
);
