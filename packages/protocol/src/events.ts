import { z } from 'zod';
import { CommandId, Instant, Ms, Player, PlayerId, Seq, SideName, SquareName } from './ids.ts';
import { Settings } from './settings.ts';

/** How a game came to its end; the first two are R13 and R14, the next two R15, the rest R16. */
export const EndReason = z.enum(['arrival', 'capture', 'resignation', 'time', 'no-move', 'repetition', 'quiet']);
export type EndReason = z.infer<typeof EndReason>;

/** `winner` is null for a draw; `places` holds the sides by place, those who share one together (R17). */
export const GameResult = z.object({
  winner: SideName.nullable(),
  by: EndReason,
  places: z.array(z.array(SideName)),
});
export type GameResult = z.infer<typeof GameResult>;

/** Everything that can happen to a game. The log of these is the game; all else is derived. */
export const GameEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('created'), settings: Settings, host: Player }),
  z.object({ type: z.literal('seated'), side: SideName, player: Player }),
  z.object({ type: z.literal('unseated'), side: SideName }),
  /** The table was given up before the game began. */
  z.object({ type: z.literal('closed') }),
  z.object({ type: z.literal('started') }),
  z.object({
    type: z.literal('moved'),
    ply: z.int().positive(), // the game's nth move, from 1
    from: SquareName,
    to: SquareName,
    remainingMs: Ms.nullable(), // the mover's clock after the move, its increment included
  }),
  /** A side leaves play by R15. One whose T was taken (R14) is in the `moved` event already. */
  z.object({ type: z.literal('out'), side: SideName, by: z.enum(['resignation', 'time']) }),
  /** The service could not save for a while; the running clock is given that time back. */
  z.object({ type: z.literal('interrupted'), since: Instant, until: Instant }),
  z.object({ type: z.literal('ended'), result: GameResult }),
]);
export type GameEvent = z.infer<typeof GameEvent>;

/** An event as it stands in the log: which, when, and by whose command. */
export const LoggedEvent = z.object({
  seq: Seq,
  at: Instant,
  by: PlayerId.optional(),
  commandId: CommandId.optional(),
  event: GameEvent,
});
export type LoggedEvent = z.infer<typeof LoggedEvent>;
