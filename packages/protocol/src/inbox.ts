import * as z from 'zod/mini';
import { isComputer } from './computers.ts';
import { GameId, Instant, SquareName } from './ids.ts';
import { GameRow } from './lobby.ts';
import { openApiRegistry } from './openapi.ts';

/**
 * Groups of a player's unfinished games, the most urgent first: `playing` have a running clock, `practice` are
 * against computers without a time limit, `open` are the player's own tables, and `out` are games that others play on.
 */
export const INBOX_GROUPS = ['playing', 'turn', 'invited', 'waiting', 'practice', 'open', 'out'] as const;
export const InboxGroup = z.enum(INBOX_GROUPS);
export type InboxGroup = z.infer<typeof InboxGroup>;

const Count = z.int().check(z.nonnegative());

/** The number of games in each group. */
export const InboxCounts = z
  .object({
    playing: Count,
    turn: Count,
    invited: Count,
    waiting: Count,
    practice: Count,
    open: Count,
    out: z._default(Count, 0), // servers of an earlier version lack it
  })
  .register(openApiRegistry, { id: 'InboxCounts' });
export type InboxCounts = z.infer<typeof InboxCounts>;

/** An unfinished game of the requester. */
export const InboxGame = z
  .object({
    row: GameRow,
    /** As text (R24), and the target of the last move. */
    board: z.object({ position: z.string(), last: z.nullable(SquareName) }),
    /** When the game last changed. */
    movedAt: Instant,
    /** Unread chat notifications. */
    unreadChat: Count,
  })
  .register(openApiRegistry, { id: 'InboxGame' });
export type InboxGame = z.infer<typeof InboxGame>;

/** `GET /api/me/games`: the most urgent games first; `next` is the cursor of the next page, null on the last one. */
export const InboxPage = z
  .object({ games: z.array(InboxGame), counts: InboxCounts, next: z.nullable(z.string()) })
  .register(openApiRegistry, { id: 'InboxPage' });
export type InboxPage = z.infer<typeof InboxPage>;

/** The number of games that wait for the player's move, and of unread notifications. */
export const Attention = z.object({ turns: Count, unread: Count }).register(openApiRegistry, { id: 'Attention' });
export type Attention = z.infer<typeof Attention>;

/** Games on one page of the inbox. */
export const MAX_INBOX_PAGE = 100;
const Limit = z.int().check(z.positive(), z.maximum(MAX_INBOX_PAGE));

export const inboxRequests = {
  /** Subscribes to the requester's unfinished games. The reply is the first page of all groups, or of one. */
  'inbox:watch': {
    payload: z.strictObject({ group: z.nullable(InboxGroup), limit: Limit }),
    reply: InboxPage,
  },
  'inbox:unwatch': { payload: z.strictObject({}), reply: z.object({}) },
  /** The next game after this one that waits for the requester's move, in order of urgency; null without one. */
  'inbox:next': {
    payload: z.strictObject({ gameId: GameId }),
    reply: z.object({ gameId: z.nullable(GameId) }),
  },
} as const;

export const inboxBroadcasts = {
  /** To a new connection of a player. `notifications:changed` and `inbox:turns` report later changes. */
  'inbox:attention': Attention,
  /** To all connections of a player when the number of games that wait for their move changes, or to a new one alone. */
  'inbox:turns': z.object({ turns: Count }),
  /** To subscribers of their own games. `game` is null when it is over or no longer theirs; its `unreadChat` is 0. */
  'inbox:changed': z.object({ gameId: GameId, game: z.nullable(InboxGame), counts: InboxCounts }),
} as const;

/** Whether a live game may last for days between people: by days or without a clock, but not practice with computers. */
export const isSlowGame = ({
  settings: { time },
  seats,
}: {
  readonly settings: Pick<GameRow['settings'], 'time'>;
  readonly seats: readonly Pick<GameRow['seats'][number], 'player'>[];
}): boolean =>
  time === null
    ? seats.filter(({ player }) => player !== null && !isComputer(player)).length > 1
    : time.kind !== 'clock';
