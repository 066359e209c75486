import * as z from 'zod/mini';
import { GameId, SquareName } from './ids.ts';
import { MAX_QUEUED_MOVES } from './limits.ts';

const Move = z.strictObject({ from: SquareName, to: SquareName });

/** A conditional move: played in reply to the opponent's move `after`, or to any move if that is null. */
export const QueuedMove = z.strictObject({ ...Move.shape, after: z.nullable(Move) });
export type QueuedMove = z.infer<typeof QueuedMove>;

export const queueRequests = {
  /** Sets the sender's queued moves in a correspondence game; an empty list clears them. Visible only to the sender. */
  'queue:set': {
    payload: z.strictObject({ gameId: GameId, moves: z.array(QueuedMove).check(z.maxLength(MAX_QUEUED_MOVES)) }),
    reply: z.object({}),
  },
  'queue:get': { payload: z.strictObject({ gameId: GameId }), reply: z.object({ moves: z.array(QueuedMove) }) },
} as const;
