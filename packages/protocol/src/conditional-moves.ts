import * as z from 'zod/mini';
import { GameId, SquareName } from './ids.ts';
import { MAX_CONDITIONAL_DEPTH, MAX_CONDITIONAL_MOVES } from './limits.ts';
import { PositiveInt4 } from './text.ts';

/**
 * A node of a player's conditional moves, listed in preorder: `depth` 1 is the next move of the game. `move` is null
 * for any moves of the others until the player's turn.
 */
export const ConditionalMove = z.strictObject({
  depth: z.int().check(z.minimum(1), z.maximum(MAX_CONDITIONAL_DEPTH)),
  move: z.nullable(z.strictObject({ from: SquareName, to: SquareName })),
});
export type ConditionalMove = z.infer<typeof ConditionalMove>;

/** Conditional moves and the ply (R21) of their first move. */
export const ConditionalMoves = z.strictObject({
  ply: PositiveInt4,
  moves: z.array(ConditionalMove).check(z.maxLength(MAX_CONDITIONAL_MOVES)),
});
export type ConditionalMoves = z.infer<typeof ConditionalMoves>;

export const conditionalRequests = {
  /**
   * Replaces the sender's conditional moves in a game without a running clock; an empty list clears them. Only the
   * sender can see them. Moves that were played in the meantime are skipped.
   */
  'conditional:set': {
    payload: z.strictObject({ gameId: GameId, ...ConditionalMoves.shape }),
    reply: z.object({}),
  },
  'conditional:get': { payload: z.strictObject({ gameId: GameId }), reply: ConditionalMoves },
} as const;
