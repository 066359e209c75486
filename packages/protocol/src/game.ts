import { z } from 'zod';
import { LoggedEvent } from './events.ts';
import { CommandId, GameId, Instant, Seq, SideName, SquareName } from './ids.ts';
import { Settings } from './settings.ts';

/** What a player may ask of a game. */
export const Command = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('sit'), side: SideName.nullable() }), // null: any open seat
  z.strictObject({ type: z.literal('leave') }), // before the start only; the host's leaving closes the table
  z.strictObject({
    type: z.literal('move'),
    ply: z.int().positive(), // which move of the game this is meant to be (R21); at any other it is refused
    from: SquareName,
    to: SquareName,
  }),
  z.strictObject({ type: z.literal('resign') }),
  z.strictObject({ type: z.literal('flag') }), // claim that the side to move ran out of time
]);
export type Command = z.infer<typeof Command>;

export const gameRequests = {
  /** Opens a table and sits at it. The same `commandId` sent again names the same table. */
  'game:create': {
    payload: z.strictObject({ commandId: CommandId, settings: Settings, side: SideName.nullable() }), // null: by lot
    reply: z.object({ gameId: GameId, seq: Seq }),
  },
  /** Joins the game's room and returns its events after `after` (0: all): the one question of every resync. */
  'game:watch': {
    payload: z.strictObject({ gameId: GameId, after: Seq }),
    reply: z.object({ events: z.array(LoggedEvent), now: Instant }),
  },
  'game:unwatch': { payload: z.strictObject({ gameId: GameId }), reply: z.object({}) },
  /** Answered after the commit; `seq` is the number of the last event it made. */
  'game:command': {
    payload: z.strictObject({ gameId: GameId, commandId: CommandId, command: Command }),
    reply: z.object({ seq: Seq }),
  },
} as const;

export const gameBroadcasts = {
  /** To everyone who watches: consecutive events, `now` by the server's clock as they left. */
  'game:events': z.object({ gameId: GameId, events: z.array(LoggedEvent), now: Instant }),
} as const;
