import * as z from 'zod/mini';
import { GameId, SideName, SquareName } from './ids.ts';
import { openApiRegistry } from './openapi.ts';

/** Thousandths of a chance, of a loss of chances, or of accuracy. */
const Thousandths = z.int().check(z.minimum(0), z.maximum(1000));
const Moment = z.int().check(z.nonnegative());

export const ReviewPoint = z
  .object({
    /** Each side's expected result: 1000 is a win; a draw is divided equally between the sides in play. */
    chances: z.array(z.object({ side: SideName, chance: Thousandths })),
    /** The proved winner, and the number of plies until the win. */
    proved: z.nullable(z.object({ side: SideName, plies: z.int().check(z.nonnegative()) })),
    /** Best play from here; empty at the end of the game. */
    line: z.array(z.object({ from: SquareName, to: SquareName })),
  })
  .register(openApiRegistry, {
    id: 'ReviewPoint',
    description:
      'Chances are in thousandths: a win is 1000, a draw is divided equally between the sides in play. `proved` is the proved winner and the plies until the win; `line` is best play from here.',
  });
export type ReviewPoint = z.infer<typeof ReviewPoint>;

export const MoveClass = z.enum(['best', 'good', 'slip', 'blunder', 'missed-win']);
export type MoveClass = z.infer<typeof MoveClass>;

/** Moment 0 is the start; each move and each departure leads to the next one. */
export const Review = z
  .object({
    points: z.array(ReviewPoint),
    moves: z.array(z.object({ moment: Moment, side: SideName, class: MoveClass, loss: Thousandths })),
    accuracy: z.array(z.object({ side: SideName, accuracy: Thousandths })),
    turningPoints: z.array(Moment),
    decisive: z.nullable(Moment),
    nodes: z.int().check(z.positive()),
  })
  .register(openApiRegistry, {
    id: 'Review',
    description:
      'One point per moment of the game, from its start; `moment` is the one before a move. Turning points are the most costly moves, and `decisive` is the move that decided the game.',
  });
export type Review = z.infer<typeof Review>;

/** `GET /api/games/:id/review`: its progress. */
export const ReviewState = z
  .discriminatedUnion('status', [
    z.object({ status: z.literal('none') }),
    z.object({ status: z.literal('waiting'), ahead: z.int().check(z.nonnegative()) }),
    z.object({ status: z.literal('running'), done: z.int(), total: z.int() }),
    z.object({ status: z.literal('failed') }),
    z.object({ status: z.literal('done'), review: Review }),
  ])
  .register(openApiRegistry, { id: 'ReviewState' });
export type ReviewState = z.infer<typeof ReviewState>;

/** `GET /api/me/rated-game`: the player's rated game in progress, during which engine help is disabled. */
export const OngoingRatedGame = z
  .object({ gameId: z.nullable(GameId) })
  .register(openApiRegistry, { id: 'RatedGameUnderWay' });
