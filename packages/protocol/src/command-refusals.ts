import * as z from 'zod/mini';
import { Offer } from './events.ts';

/** Refusals that only a line of text can meet with. They are part of `Refusal`. */
export const CommandRefusal = z.discriminatedUnion('code', [
  z.object({ code: z.literal('command-too-long'), most: z.int() }),
  z.object({ code: z.literal('unknown-command'), command: z.string() }),
  z.object({ code: z.literal('bad-command'), problem: z.string() }),
  z.object({ code: z.literal('unclear-game'), start: z.string() }),
  z.object({ code: z.literal('unreadable-move'), why: z.string() }),
  z.object({ code: z.literal('no-such-ply'), ply: z.int(), next: z.int() }),
  z.object({ code: z.literal('nothing-to-answer') }),
  z.object({ code: z.literal('several-offers'), offers: z.array(Offer) }),
  z.object({ code: z.literal('not-among-players'), name: z.string() }),
  z.object({ code: z.literal('named-twice'), name: z.string() }),
]);
export type CommandRefusal = z.infer<typeof CommandRefusal>;
