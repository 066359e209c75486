import * as z from 'zod/mini';
import { GameId, SideName, SquareName } from './ids.ts';
import { openApiRegistry } from './openapi.ts';

/** Thousandths: of a chance, of a loss of chances, of accuracy. */
const Thousandths = z.int().check(z.minimum(0), z.maximum(1000));
const Moment = z.int().check(z.nonnegative());

/** What the engine says of one moment of a game. */
export const ReviewPoint = z
  .object({
    /** What each side of the game can expect of it: 1000 is a win; a draw is shared by all who are in. */
    chances: z.array(z.object({ side: SideName, chance: Thousandths })),
    /** Who wins for certain, and in how many plies. */
    proved: z.nullable(z.object({ side: SideName, plies: z.int().check(z.nonnegative()) })),
    /** Best play from here; empty where the game is over. */
    line: z.array(z.object({ from: SquareName, to: SquareName })),
  })
  .register(openApiRegistry, {
    id: 'ReviewPoint',
    description:
      'Chances are in thousandths: a win is 1000, a draw is shared by all who are in. `proved` is who wins for certain, in how many plies; `line` is best play from here.',
  });
export type ReviewPoint = z.infer<typeof ReviewPoint>;

export const MoveClass = z.enum(['best', 'good', 'slip', 'blunder', 'missed-win']);
export type MoveClass = z.infer<typeof MoveClass>;

/** A finished game as the engine sees it. Moments count from 0, the start; each move and each departure leads to the next. */
export const Review = z
  .object({
    points: z.array(ReviewPoint),
    moves: z.array(z.object({ moment: Moment, side: SideName, class: MoveClass, loss: Thousandths })),
    accuracy: z.array(z.object({ side: SideName, accuracy: Thousandths })),
    turningPoints: z.array(Moment),
    decisive: z.nullable(Moment),
    /** Positions looked at for each moment. */
    nodes: z.int().check(z.positive()),
  })
  .register(openApiRegistry, {
    id: 'Review',
    description:
      'One point for each moment of the game, from its start; `moment` is that before a move. Turning points are the moves that cost most, `decisive` is the one that decided.',
  });
export type Review = z.infer<typeof Review>;

/** `GET /api/games/:id/review`: how far it is. */
export const ReviewState = z
  .discriminatedUnion('status', [
    /** Nobody asked for one. */
    z.object({ status: z.literal('none') }),
    z.object({ status: z.literal('waiting'), ahead: z.int().check(z.nonnegative()) }), // reviews before it
    z.object({ status: z.literal('running'), done: z.int(), total: z.int() }), // moments
    /** It could not be made; it may be asked for again. */
    z.object({ status: z.literal('failed') }),
    z.object({ status: z.literal('done'), review: Review }),
  ])
  .register(openApiRegistry, { id: 'ReviewState' });
export type ReviewState = z.infer<typeof ReviewState>;

/** `GET /api/me/rated-game`: a rated game under way. While there is one, the engine helps its player nowhere. */
export const RatedGameUnderWay = z
  .object({ gameId: z.nullable(GameId) })
  .register(openApiRegistry, { id: 'RatedGameUnderWay' });
