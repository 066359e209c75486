import * as z from 'zod/mini';
import { Strength } from './computers.ts';
import { LoggedEvent, Offer } from './events.ts';
import { CommandId, GameId, Instant, Seq, SideName, SquareName } from './ids.ts';
import { MAX_NAME_LENGTH } from './limits.ts';
import { openApiRegistry } from './openapi.ts';
import { Presence } from './presence.ts';
import { Settings } from './settings.ts';
import { PositiveInt4, Text } from './text.ts';

export const Command = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('sit'), side: z.nullable(SideName) }), // null: the sender's reserved seat, else any open one
    z.strictObject({ type: z.literal('decline') }), // declines a seat reserved for the sender
    z.strictObject({ type: z.literal('leave') }), // only before the start; if the host leaves, the table closes
    /** For the host: reserves an open seat for a computer, which takes it at once. */
    z.strictObject({ type: z.literal('seat-computer'), side: SideName, strength: Strength }),
    z.strictObject({ type: z.literal('unseat-computer'), side: SideName }), // for the host; opens the computer's seat again
    z.strictObject({ type: z.literal('start') }), // for the host, at a table that starts on command
    z.strictObject({ type: z.literal('abort') }),
    z.strictObject({
      type: z.literal('move'),
      ply: PositiveInt4, // number of the move this is meant to be (R21); any other is rejected
      from: SquareName,
      to: SquareName,
      /** Chosen before the position arose, so it leaves a draw or pause that was offered in the meantime open, once. */
      planned: z.optional(z.literal(true)),
    }),
    z.strictObject({ type: z.literal('resign') }),
    /** Makes an offer. If another side has made the same one, it counts as consent, except to a takeback. */
    z.strictObject({ type: z.literal('offer'), offer: Offer }),
    /** Consents to another side's offer. `seq` is the number of its `offered` event; if it is gone: `offer-gone`. */
    z.strictObject({ type: z.literal('accept'), offer: Offer, seq: Seq }),
    /** Declines the offer with this `seq`, or withdraws the sender's own. */
    z.strictObject({ type: z.literal('refuse'), offer: Offer, seq: Seq }),
    z.strictObject({ type: z.literal('give-time') }), // adds a fixed amount to the other sides' clocks
    z.strictObject({ type: z.literal('claim'), side: SideName }), // claims that the player of this side has left
    z.strictObject({ type: z.literal('flag') }), // claims that a time limit has passed: a clock, a first move, a pause
  ])
  .register(openApiRegistry, { id: 'Command' });
export type Command = z.infer<typeof Command>;

/** The position of another game before its move `ply`, to play from there. */
export const FromGame = z.strictObject({ gameId: GameId, ply: PositiveInt4 });

export const CreateTable = z.strictObject({
  commandId: CommandId,
  settings: Settings,
  side: z.nullable(SideName),
  reserved: z.array(z.strictObject({ side: SideName, name: Text(MAX_NAME_LENGTH) })).check(z.maxLength(3)),
  computers: z.optional(z.array(z.strictObject({ side: SideName, strength: Strength })).check(z.maxLength(3))),
  /** Replaces the start position of the settings. */
  from: z.nullable(FromGame),
});

/** The response to a new table and to a command, with the number of the last event. */
export const TableOpened = z.object({ gameId: GameId, seq: Seq }).register(openApiRegistry, { id: 'TableOpened' });
export const CommandDone = z.object({ seq: Seq }).register(openApiRegistry, { id: 'CommandDone' });

export const gameRequests = {
  /** Opens a table and takes a seat. A repeated `commandId` returns the same table. */
  'game:create': {
    payload: CreateTable,
    reply: TableOpened,
  },
  /** Returns the events after `after` (0: all), at most MAX_EVENTS_IN_REPLY; if there are `more`, ask for the rest. */
  'game:watch': {
    payload: z.strictObject({ gameId: GameId, after: Seq }),
    reply: z.object({ events: z.array(LoggedEvent), now: Instant, presence: Presence, more: z.optional(z.boolean()) }),
  },
  'game:unwatch': { payload: z.strictObject({ gameId: GameId }), reply: z.object({}) },
  /** Acknowledged after the commit. With handshake `auth.eventsInAnswers: true`, events come only in this reply. */
  'game:command': {
    payload: z.strictObject({ gameId: GameId, commandId: CommandId, command: Command }),
    reply: z.extend(CommandDone, { events: z.optional(z.array(LoggedEvent)) }),
  },
} as const;

export const gameBroadcasts = {
  /** To all watching connections: consecutive events; `now` is the server's clock when they were sent. */
  'game:events': z.object({ gameId: GameId, events: z.array(LoggedEvent), now: Instant }),
} as const;
