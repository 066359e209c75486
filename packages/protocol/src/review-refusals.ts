import * as z from 'zod/mini';
import { GameId, Ms } from './ids.ts';

/** Refusals that only the engine's help meets with. They are part of `Refusal`. */
export const ReviewRefusal = z.discriminatedUnion('code', [
  /** The engine helps nobody who plays a rated game, in that game or in any other. */
  z.object({ code: z.literal('playing-rated'), gameId: GameId }),
  z.object({ code: z.literal('nothing-to-review') }),
  z.object({ code: z.literal('too-many-reviews'), most: z.int(), retryMs: Ms }), // today, by this player
  z.object({ code: z.literal('reviews-full') }), // so many wait to be made
]);
export type ReviewRefusal = z.infer<typeof ReviewRefusal>;
