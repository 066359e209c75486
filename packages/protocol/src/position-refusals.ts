import { SETUP_NAMES } from '@terrace/rules';
import * as z from 'zod/mini';
import { SideName } from './ids.ts';

const Piece = z.object({ side: SideName, size: z.literal([1, 2, 3, 4]), t: z.boolean() });
const square = z.string();

export const IllegalMove = z.discriminatedUnion('code', [
  z.object({
    code: z.enum(['game-over', 'off-board', 'across-the-centre', 'off-terrace', 'down-diagonal-only-captures']),
  }),
  z.object({ code: z.enum(['same-square', 'empty-square']), on: square }),
  z.object({ code: z.literal('wrong-side'), owner: SideName, on: square, turn: SideName }),
  z.object({ code: z.literal('two-levels'), levels: z.int() }),
  z.object({ code: z.literal('not-adjacent'), way: z.enum(['up', 'down']) }),
  z.object({ code: z.enum(['blocked', 'larger-than-you', 'not-smaller-than-you']), by: Piece, on: square }),
  z.object({ code: z.literal('occupied'), by: Piece, on: square, way: z.enum(['level', 'up', 'down']) }),
]);

/** Why a game cannot start in a position: it is invalid or decided, a side has left, or the setup has its own start. */
export const StartRefusal = z.discriminatedUnion('code', [
  z.object({ code: z.enum(['decided', 'one-out', 'seats', 'nobody-to-play']) }),
  z.object({ code: z.literal('not-custom'), setup: z.enum(SETUP_NAMES) }),
  z.object({ code: z.enum(['not-seated', 'turn-of-one-out', 'no-t', 'no-move']), side: SideName }),
  z.object({
    code: z.enum(['piece-of-nobody', 'piece-of-one-out', 'second-t', 't-on-goal']),
    side: SideName,
    square,
  }),
  z.object({ code: z.literal('piece-size'), square, size: z.number(), largest: z.number() }),
  z.object({ code: z.literal('t-size'), square, size: z.number() }),
  z.object({ code: z.literal('quiet'), quiet: z.number(), limit: z.number() }),
  z.object({ code: z.literal('ply'), ply: z.number() }),
  z.object({ code: z.literal('five-fields'), fields: z.number() }),
  z.object({ code: z.enum(['seat-letters', 'turn-letter']), text: z.string() }),
  z.object({ code: z.literal('number'), field: z.enum(['quiet', 'ply']), text: z.string() }),
  z.object({ code: z.literal('rank-count'), ranks: z.number() }),
  z.object({ code: z.literal('rank-width'), rank: z.number() }),
  z.object({ code: z.literal('unknown-letter'), letter: z.string(), rank: z.number() }),
]);
export type StartRefusal = z.infer<typeof StartRefusal>;
