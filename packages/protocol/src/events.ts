import * as z from 'zod/mini';
import { CommandId, GameId, Instant, Ms, Player, PlayerId, Seq, SideName, SquareName } from './ids.ts';
import { openApiRegistry } from './openapi.ts';
import { Settings } from './settings.ts';

/** How a game ended: R13, R14, R15 (three ways), R16 (the rest). */
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

export const Offer = z.enum(['draw', 'takeback', 'pause', 'resume', 'rematch']);
export type Offer = z.infer<typeof Offer>;

/** Sides whose T can be captured (R18), and whether the side to move cannot prevent it (R19). */
const Call = z.object({ terrace: z.array(SideName), mate: z.boolean() });

/** `winner` is null for a draw; `places` lists the sides by place, with tied sides together (R17). */
export const GameResult = z
  .object({
    winner: z.nullable(SideName),
    by: EndReason,
    places: z.array(z.array(SideName)),
  })
  .register(openApiRegistry, { id: 'GameResult' });
export type GameResult = z.infer<typeof GameResult>;

/**
 * What the side to move has left after an event that charges it, where that depends on the data of a time zone: in games
 * whose weekends do not count. Older events lack it.
 */
const remainingMs = z.optional(Ms);

/** Why a table was closed, or a game called off. */
export const CloseReason = z.enum(['host', 'host-gone', 'abort', 'no-show', 'set-aside', 'declined', 'expired']);
export type CloseReason = z.infer<typeof CloseReason>;

/** A game that was called off after its start. It has no result. `side` is that of the player who caused it, if any. */
export const CalledOff = z
  .object({ by: CloseReason, side: z.nullable(SideName) })
  .register(openApiRegistry, { id: 'CalledOff' });
export type CalledOff = z.infer<typeof CalledOff>;

/** All events of a game. The log of these is the game; everything else is derived. */
export const GameEvent = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('created'), settings: Settings, host: Player }),
    /** A seat is reserved for a player, who may take it or decline. Older events lack `until`. */
    z.object({ type: z.literal('reserved'), side: SideName, player: Player, until: z.optional(Instant) }),
    z.object({ type: z.literal('declined'), side: SideName }),
    z.object({ type: z.literal('expired'), side: SideName }),
    z.object({ type: z.literal('seated'), side: SideName, player: Player }),
    z.object({ type: z.literal('unseated'), side: SideName }),
    /** `lag` limits refunds of network lag: maximum and gain per move. Only with a clock; older events lack it. */
    z.object({ type: z.literal('started'), lag: z.optional(z.object({ maxMs: Ms, refillMs: Ms })) }),
    /**
     * Called off, so it does not count. `set-aside`: the only person among computers began a game with people.
     * `declined`: a player whom an organiser had invited does not play. `expired`: seats stayed open for too long.
     */
    z.object({
      type: z.literal('closed'),
      by: CloseReason,
      remainingMs,
    }),
    z.object({
      type: z.literal('moved'),
      ply: z.int().check(z.positive()), // number of the move, from 1
      from: SquareName,
      to: SquareName,
      remainingMs: z.nullable(Ms), // the mover's clock after the move, with its increment
      lagMs: z.optional(Ms), // network lag that was refunded
      call: z.optional(Call),
      planned: z.optional(z.literal(true)), // chosen ahead, so it leaves offers of a draw or pause open, each once
    }),
    /** A side leaves play by R15. A side whose T was captured (R14) is part of the `moved` event. */
    z.object({ type: z.literal('out'), side: SideName, by: z.enum(['resignation', 'time', 'left']), remainingMs }),
    /** R15: a computer takes over the seat with the table's full time, as the settings allow. */
    z.object({
      type: z.literal('replaced'),
      side: SideName,
      player: Player,
      by: z.enum(['resignation', 'time', 'left']),
      remainingMs,
    }),
    /** `outlivesMove`: the side's own next move does not withdraw it. Not a takeback, and not in older events. */
    z.object({
      type: z.literal('offered'),
      offer: Offer,
      side: SideName,
      outlivesMove: z.optional(z.literal(true)),
    }),
    z.object({ type: z.literal('agreed'), offer: Offer, side: SideName }),
    /** An offer ended without consent: withdrawn by the side that made it, or declined. */
    z.object({ type: z.literal('withdrawn'), offer: Offer, side: SideName }),
    z.object({ type: z.literal('refused'), offer: Offer, side: SideName }),
    /** The game returns to the position before move `ply`. The undone events stay in the log. */
    z.object({ type: z.literal('undone'), ply: z.int().check(z.positive()), remainingMs }),
    /** Ends automatically at `until`; without it, when all sides agree to resume. */
    z.object({ type: z.literal('paused'), until: z.optional(Instant), remainingMs }),
    z.object({ type: z.literal('resumed') }),
    z.object({ type: z.literal('time-given'), side: SideName, ms: Ms }), // to every other side in play
    /** The server could not save for a while; that time is refunded to the running clock. */
    z.object({ type: z.literal('interrupted'), since: Instant, until: Instant }),
    /** The player of this side uses no time between these instants. `since` may precede the event. */
    z.object({ type: z.literal('vacation-began'), side: SideName, since: Instant, until: Instant, remainingMs }),
    /** The same vacation now ends at `until`. */
    z.object({ type: z.literal('vacation-ended'), side: SideName, until: Instant }),
    z.object({ type: z.literal('ended'), result: GameResult, remainingMs }),
    /** A player's name changes: a guest signed up, or an account was deleted. */
    z.object({ type: z.literal('renamed'), player: Player }),
    /** All players agreed to a rematch: its id. Seats rotate. */
    z.object({ type: z.literal('rematched'), gameId: GameId }),
  ])
  .register(openApiRegistry, { id: 'GameEvent' });
export type GameEvent = z.infer<typeof GameEvent>;
type EventsByType = { readonly [T in GameEvent['type']]: Extract<GameEvent, { type: T }> };
export type EventOf<T extends GameEvent['type']> = EventsByType[T];

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
