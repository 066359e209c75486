import * as z from 'zod/mini';
import { Strength } from './computers.ts';
import { LoggedEvent, Offer } from './events.ts';
import { CommandId, GameId, Instant, PlayerId, Seq, SideName, SquareName } from './ids.ts';
import { MAX_NAME_LENGTH } from './limits.ts';
import { openApiRegistry } from './openapi.ts';
import { Presence } from './presence.ts';
import { Settings, SomeSettings } from './settings.ts';
import { PositiveInt4, Text } from './text.ts';

/** What a player may ask of a game. */
export const Command = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('sit'), side: z.nullable(SideName) }), // null: any open seat, one's own reserved one first
    z.strictObject({ type: z.literal('decline') }), // a seat that was reserved for the sender
    z.strictObject({ type: z.literal('leave') }), // before the start only; the host's leaving closes the table
    /** The host's: keeps an open seat for a computer, which takes it at once. */
    z.strictObject({ type: z.literal('seat-computer'), side: SideName, strength: Strength }),
    z.strictObject({ type: z.literal('unseat-computer'), side: SideName }), // the host's; opens its seat again
    z.strictObject({ type: z.literal('start') }), // the host's word, at a table that waits for it
    z.strictObject({ type: z.literal('abort') }), // before the sender's first move
    z.strictObject({
      type: z.literal('move'),
      ply: PositiveInt4, // which move of the game this is meant to be (R21); at any other it is refused
      from: SquareName,
      to: SquareName,
    }),
    z.strictObject({ type: z.literal('resign') }),
    /** Asks for the others' consent, or gives it to what another asked. */
    z.strictObject({ type: z.literal('offer'), offer: Offer }),
    /** Says no to an offer, or takes the own one back. */
    z.strictObject({ type: z.literal('refuse'), offer: Offer }),
    z.strictObject({ type: z.literal('give-time') }), // to everyone else, the same small amount
    z.strictObject({ type: z.literal('claim'), side: SideName }), // that the player of this side has gone
    z.strictObject({ type: z.literal('flag') }), // claim that some time ran out: a clock, a first move, a pause
  ])
  .register(openApiRegistry, { id: 'Command' });
export type Command = z.infer<typeof Command>;

/** Where another game stood before its move `ply`, to play on from there. */
const FromGame = z.strictObject({ gameId: GameId, ply: PositiveInt4 });

const createTable = z.strictObject({
  commandId: CommandId,
  settings: Settings,
  side: z.nullable(SideName), // null: by lot
  /** Seats kept for players by name. */
  reserved: z.array(z.strictObject({ side: SideName, name: Text(MAX_NAME_LENGTH) })).check(z.maxLength(3)),
  /** Seats for computers, which take them at once. */
  computers: z.optional(z.array(z.strictObject({ side: SideName, strength: Strength })).check(z.maxLength(3))),
  /** Instead of the settings' own start. */
  from: z.nullable(FromGame),
});

/** `POST /api/games`: the same with the usual for whatever is not said. */
export const NewTable = z
  .strictObject({
    commandId: z.optional(CommandId).register(openApiRegistry, { description: 'Sent again, it names the same table.' }),
    settings: z._default(SomeSettings, {}),
    side: z
      ._default(z.nullable(SideName), null)
      .register(openApiRegistry, { description: 'Your own seat; null is by lot.' }),
    reserved: z
      ._default(createTable.shape.reserved, [])
      .register(openApiRegistry, { description: 'Seats kept for players by name.' }),
    computers: createTable.shape.computers.register(openApiRegistry, {
      description: 'Seats for computers, which take them at once; such a table is casual.',
    }),
    from: z
      ._default(z.nullable(FromGame), null)
      .register(openApiRegistry, { description: 'Begin where this game stood before this move.' }),
  })
  .register(openApiRegistry, { id: 'NewTable' });

/** `POST /api/games/:id/commands`. Sent again, the same `commandId` is answered as it was the first time. */
export const GameCommand = z
  .strictObject({ commandId: CommandId, command: Command })
  .register(openApiRegistry, { id: 'GameCommand' });

/** What both answer with: the number of the last event that was made. */
export const TableOpened = z.object({ gameId: GameId, seq: Seq }).register(openApiRegistry, { id: 'TableOpened' });
export const CommandDone = z.object({ seq: Seq }).register(openApiRegistry, { id: 'CommandDone' });

/** `GET /api/games/:id/moves`: every move the side to move has; none unless the game is under way. */
export const LegalMoves = z
  .object({
    id: GameId,
    status: z.enum(['open', 'live', 'over', 'closed']),
    ply: z.int().check(z.positive()),
    turn: z.nullable(SideName),
    player: z.nullable(PlayerId),
    moves: z.array(z.object({ from: SquareName, to: SquareName, text: z.string() })),
  })
  .register(openApiRegistry, {
    id: 'LegalMoves',
    description: 'The side to move, who plays it, and all its moves; `text` is how a record writes one.',
  });

export const gameRequests = {
  /** Opens a table and sits at it. The same `commandId` sent again names the same table. */
  'game:create': {
    payload: createTable,
    reply: TableOpened,
  },
  /**
   * Joins the game's room and returns its events after `after` (0: all): the one question of every resync. Of a very long log
   * it returns the first MAX_EVENTS_IN_REPLY and says that there may be `more`, to be asked for after the last of these.
   */
  'game:watch': {
    payload: z.strictObject({ gameId: GameId, after: Seq }),
    reply: z.object({ events: z.array(LoggedEvent), now: Instant, presence: Presence, more: z.optional(z.boolean()) }),
  },
  'game:unwatch': { payload: z.strictObject({ gameId: GameId }), reply: z.object({}) },
  /**
   * Answered after the commit; `seq` is the number of the last event it made. A connection that has said so in its handshake
   * (`auth.eventsInAnswers: true`) finds the events here, which are then not broadcast to it.
   */
  'game:command': {
    payload: z.strictObject({ gameId: GameId, commandId: CommandId, command: Command }),
    reply: z.extend(CommandDone, { events: z.optional(z.array(LoggedEvent)) }),
  },
} as const;

export const gameBroadcasts = {
  /** To everyone who watches: consecutive events, `now` by the server's clock as they left. */
  'game:events': z.object({ gameId: GameId, events: z.array(LoggedEvent), now: Instant }),
} as const;
