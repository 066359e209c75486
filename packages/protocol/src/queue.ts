import * as z from 'zod/mini';
import { GameId, SquareName } from './ids.ts';
import { MAX_QUEUED_MOVES } from './limits.ts';

const Move = z.strictObject({ from: SquareName, to: SquareName });

/** A move to play when the turn comes: after a certain move of the opponent just before it, or after any. */
export const QueuedMove = z.strictObject({ ...Move.shape, after: z.nullable(Move) });
export type QueuedMove = z.infer<typeof QueuedMove>;

export const queueRequests = {
  /** Sets one's queue of moves in a correspondence game; an empty one clears it. Only its owner sees it. */
  'queue:set': {
    payload: z.strictObject({ gameId: GameId, moves: z.array(QueuedMove).check(z.maxLength(MAX_QUEUED_MOVES)) }),
    reply: z.object({}),
  },
  'queue:get': { payload: z.strictObject({ gameId: GameId }), reply: z.object({ moves: z.array(QueuedMove) }) },
} as const;
