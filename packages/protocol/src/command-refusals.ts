import * as z from 'zod/mini';
import { Offer } from './events.ts';

/** Refusals that only a line of text can meet with. They are part of `Refusal`, and `explain` has their sentences too. */
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

export function explainCommand(refusal: CommandRefusal): string {
  switch (refusal.code) {
    case 'command-too-long':
      return `A command has at most ${refusal.most} characters. Say it in fewer.`;
    case 'unknown-command':
      return `There is no command "${refusal.command}". The command help lists them all.`;
    case 'bad-command':
      return refusal.problem;
    case 'unclear-game':
      return `Several games of yours begin with ${refusal.start}. Write more of the id.`;
    case 'unreadable-move':
      return refusal.why;
    case 'no-such-ply':
      return `This game has no move ${refusal.ply} to show the board before. The next one is move ${refusal.next}.`;
    case 'nothing-to-answer':
      return 'Nothing in this game waits for your answer.';
    case 'several-offers':
      return `More than one offer stands here. Name the one you mean: ${refusal.offers.join(', ')}.`;
    case 'not-among-players':
      return `You can set up only games of your own. Name yourself, ${refusal.name}, among the players.`;
    case 'named-twice':
      return `${refusal.name} is named twice. Every seat needs a player of its own.`;
  }
}
