import * as z from 'zod/mini';
import { ChatMessage } from './chat.ts';
import { ConditionalMoves } from './conditional-moves.ts';
import { CalledOff, GameResult, Offer } from './events.ts';
import { GameId, Instant, Ms, Player, Seq, SideName, SquareName } from './ids.ts';
import { openApiRegistry } from './openapi.ts';
import { Settings } from './settings.ts';

/** `GET /api/games/:id/state`: a game as its caller sees it now. */
export const GameNow = z
  .object({
    id: GameId,
    seq: Seq,
    status: z.enum(['open', 'live', 'over', 'closed']),
    settings: Settings,
    seats: z.array(
      z.object({
        side: SideName,
        player: z.nullable(Player),
        reserved: z.nullable(Player),
        /** Whether the side is out of play. */
        out: z.boolean(),
        /** What is left at `now`; null without a clock. */
        remainingMs: z.nullable(Ms),
        /** Since when the player has been absent; only in live games with a clock. */
        awaySince: z.nullable(Instant),
      }),
    ),
    /** The position as text (R24), and drawn with one line for each rank. */
    position: z.string(),
    board: z.string(),
    last: z.nullable(z.object({ from: SquareName, to: SquareName })),
    /** The number of the next move. */
    ply: z.int().check(z.positive()),
    /** The side to move, and the caller's own side. */
    turn: z.nullable(SideName),
    mySide: z.nullable(SideName),
    now: Instant,
    /** When the side to move runs out of time. */
    deadlineAt: z.nullable(Instant),
    isPaused: z.boolean(),
    /** When a pause with a limit ends. */
    pausedUntil: z.nullable(Instant),
    /** The open offers. `seq` is what an answer names. */
    offers: z.array(z.object({ offer: Offer, seq: Seq, by: SideName, agreed: z.array(SideName) })),
    result: z.nullable(GameResult),
    /** Why a game that had begun is closed. */
    calledOff: z.optional(CalledOff),
    /** The rematch. */
    next: z.nullable(GameId),
    watching: z.int().check(z.nonnegative()),
    /** The latest messages that the caller may read, oldest first. */
    chat: z.array(ChatMessage),
    /** The caller's own conditional moves, by `ply` of the first; null for spectators and in games with a clock. */
    conditionalMoves: z.nullable(ConditionalMoves),
  })
  .register(openApiRegistry, { id: 'GameNow' });
export type GameNow = z.infer<typeof GameNow>;
