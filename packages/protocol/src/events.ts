import * as z from 'zod/mini';
import { CommandId, GameId, Instant, Ms, Player, PlayerId, Seq, SideName, SquareName } from './ids.ts';
import { openApiRegistry } from './openapi.ts';
import { Settings } from './settings.ts';

/** How a game came to its end: R13, R14, R15 (three ways), R16 (the rest). */
export const EndReason = z.enum([
  'arrival',
  'capture',
  'resignation',
  'time',
  'left',
  'no-move',
  'agreement',
  'repetition',
  'quiet',
]);
export type EndReason = z.infer<typeof EndReason>;

/** What needs the others' consent. */
export const Offer = z.enum(['draw', 'takeback', 'pause', 'resume', 'rematch']);
export type Offer = z.infer<typeof Offer>;

/** What is called after a move: whose T can be taken now (R18), and whether the side to move cannot help it (R19). */
const Call = z.object({ terrace: z.array(SideName), mate: z.boolean() });

/** `winner` is null for a draw; `places` holds the sides by place, those who share one together (R17). */
export const GameResult = z
  .object({
    winner: z.nullable(SideName),
    by: EndReason,
    places: z.array(z.array(SideName)),
  })
  .register(openApiRegistry, { id: 'GameResult' });
export type GameResult = z.infer<typeof GameResult>;

/** Everything that can happen to a game. The log of these is the game; all else is derived. */
export const GameEvent = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('created'), settings: Settings, host: Player }),
    /** A seat is kept for a player until an instant; the player may take it or decline. Older events lack `until`. */
    z.object({ type: z.literal('reserved'), side: SideName, player: Player, until: z.optional(Instant) }),
    z.object({ type: z.literal('declined'), side: SideName }),
    /** A kept seat was not answered in time, and is open to all. */
    z.object({ type: z.literal('expired'), side: SideName }),
    z.object({ type: z.literal('seated'), side: SideName, player: Player }),
    z.object({ type: z.literal('unseated'), side: SideName }),
    /**
     * Play begins. `lag` is the account that limits refunds of network lag, per side: what it holds at most, which is also what
     * it begins with, and what it gains with each own move. Only with a clock; older events lack it.
     */
    z.object({ type: z.literal('started'), lag: z.optional(z.object({ maxMs: Ms, refillMs: Ms })) }),
    /**
     * The game came to nothing: the host gave the table up or was gone too long, somebody did not play a first move, or the
     * only person among computers began a game with people. It counts for nobody.
     */
    z.object({ type: z.literal('closed'), by: z.enum(['host', 'host-gone', 'abort', 'no-show', 'set-aside']) }),
    z.object({
      type: z.literal('moved'),
      ply: z.int().check(z.positive()), // the game's nth move, from 1
      from: SquareName,
      to: SquareName,
      remainingMs: z.nullable(Ms), // the mover's clock after the move, its increment included
      lagMs: z.optional(Ms), // network lag that was not charged
      call: z.optional(Call),
    }),
    /** A side leaves play by R15. One whose T was taken (R14) is in the `moved` event already. */
    z.object({ type: z.literal('out'), side: SideName, by: z.enum(['resignation', 'time', 'left']) }),
    /**
     * Who sat there has lost by R15, and a computer plays on in their seat with the table's full time, because the table's
     * settings say so.
     */
    z.object({
      type: z.literal('replaced'),
      side: SideName,
      player: Player, // the computer
      by: z.enum(['resignation', 'time', 'left']),
    }),
    z.object({ type: z.literal('offered'), offer: Offer, side: SideName }),
    z.object({ type: z.literal('agreed'), offer: Offer, side: SideName }),
    /** An offer ended without consent: by the side that made it, or by one that was asked. */
    z.object({ type: z.literal('withdrawn'), offer: Offer, side: SideName }),
    z.object({ type: z.literal('refused'), offer: Offer, side: SideName }),
    /** The game stands again where `ply` was the next move. What came after stays in the log, as undone. */
    z.object({ type: z.literal('undone'), ply: z.int().check(z.positive()) }),
    z.object({ type: z.literal('paused'), until: Instant }), // goes on by itself then, if not before
    z.object({ type: z.literal('resumed') }),
    z.object({ type: z.literal('time-given'), side: SideName, ms: Ms }), // to every other side still in
    /** The service could not save for a while; the running clock is given that time back. */
    z.object({ type: z.literal('interrupted'), since: Instant, until: Instant }),
    z.object({ type: z.literal('ended'), result: GameResult }),
    /** A player has another name from here on: a guest who signed up, or an account that was deleted. */
    z.object({ type: z.literal('renamed'), player: Player }),
    /** All want another game: this is it, with the seats turned. */
    z.object({ type: z.literal('rematched'), gameId: GameId }),
  ])
  .register(openApiRegistry, { id: 'GameEvent' });
export type GameEvent = z.infer<typeof GameEvent>;
type EventsByType = { readonly [T in GameEvent['type']]: Extract<GameEvent, { type: T }> };
/** The event of this type. */
export type EventOf<T extends GameEvent['type']> = EventsByType[T];

/** An event as it stands in the log: which, when, and by whose command. */
export const LoggedEvent = z
  .object({
    seq: Seq,
    at: Instant,
    by: z.optional(PlayerId),
    commandId: z.optional(CommandId),
    event: GameEvent,
  })
  .register(openApiRegistry, { id: 'LoggedEvent' });
export type LoggedEvent = z.infer<typeof LoggedEvent>;
