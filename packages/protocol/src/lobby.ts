import { SETUP_NAMES } from '@terrace/rules';
import * as z from 'zod/mini';
import { GameId, Instant, Ms, Player, PlayerId, SideName, SquareName } from './ids.ts';
import { MAX_SEEK_TIMES } from './limits.ts';
import { openApiRegistry } from './openapi.ts';
import { RatingMark } from './ratings.ts';
import { Settings } from './settings.ts';
import { Int4, OpaqueText } from './text.ts';

/** An open seat has no player; a reserved seat is kept for a player until they sit, decline, or `until` passes. */
const Seat = z.object({
  side: SideName,
  player: z.nullable(Player),
  reserved: z.nullable(Player),
  /** The player's rating for this kind of game. */
  rating: z.optional(RatingMark),
  until: z.optional(Instant),
  /** The player who lost this seat by leaving; `player` is the computer that took over. */
  leaver: z.optional(Player),
  /** The place of a side that is out of a live game, while the others play on. */
  place: z.optional(z.int().check(z.positive())),
});

/** A game in a list. `turn` is the side to move in a live game. */
export const GameRow = z
  .object({
    id: GameId,
    status: z.enum(['open', 'live', 'over', 'closed']),
    settings: Settings,
    seats: z.array(Seat),
    turn: z.nullable(SideName),
    ply: z.int().check(z.positive()),
    createdAt: Instant,
    /** When the running clock or the reservation ends. */
    dueAt: z.optional(Instant),
  })
  .register(openApiRegistry, { id: 'GameRow' });
export type GameRow = z.infer<typeof GameRow>;

export const LiveBoard = z.object({
  id: GameId,
  position: z.string(), // R24
  last: z.nullable(SquareName),
  /** Each side's time when the running turn began, at `since`; null while no clock runs. */
  clock: z.nullable(z.object({ remainingMs: z.partialRecord(SideName, Ms), since: z.nullable(Instant) })),
  watching: z.int().check(z.nonnegative()),
});
export type LiveBoard = z.infer<typeof LiveBoard>;

export const LiveGame = z.object({
  id: GameId,
  settings: Settings,
  seats: z.array(z.object({ side: SideName, player: Player, rating: z.optional(RatingMark) })),
  createdAt: Instant,
  board: LiveBoard,
  /** A player has been away for a while, or a computer has been waiting for one. */
  idle: z.optional(z.literal(true)),
});
export type LiveGame = z.infer<typeof LiveGame>;

export const FeaturedGames = z.object({ games: z.array(LiveGame), count: z.int().check(z.nonnegative()) });
export type FeaturedGames = z.infer<typeof FeaturedGames>;

/** Changes of featured games: new or changed games, moves, and the order if it changed. */
export const FeaturedChange = z.object({
  games: z.array(LiveGame),
  boards: z.array(LiveBoard),
  order: z.optional(z.array(GameId)),
  count: z.int().check(z.nonnegative()),
});
export type FeaturedChange = z.infer<typeof FeaturedChange>;

/** A seek: the preferred game and acceptable alternatives. */
export const Seek = z.strictObject({
  setup: z.enum(SETUP_NAMES),
  time: Settings.shape.time,
  rated: z.boolean(),
  /** Each of these setups with each of these times. */
  or: z.optional(
    z.strictObject({
      setups: z.array(z.enum(SETUP_NAMES)).check(z.minLength(1), z.maxLength(SETUP_NAMES.length)),
      times: z.array(Settings.shape.time).check(z.minLength(1), z.maxLength(MAX_SEEK_TIMES)),
    }),
  ),
});
export type Seek = z.infer<typeof Seek>;

export const SeekerRow = z.object({
  player: Player,
  seek: Seek,
  since: Instant,
  rating: z.optional(RatingMark),
});
export type SeekerRow = z.infer<typeof SeekerRow>;

/** A table's place in the list, which is newest first. */
const Place = z.strictObject({ createdAt: Instant, id: GameId });
export type Place = z.infer<typeof Place>;

/**
 * `version` increases with every published change; `node` identifies the server that counts it. Tables are newest first
 * and complete down to `floor` (null: the end of the list); `tableCount` counts all.
 */
export const LobbyView = z.object({
  node: z.string(),
  version: z.int().check(z.nonnegative()),
  tables: z.array(GameRow),
  floor: z.nullable(Place),
  tableCount: z.int().check(z.nonnegative()),
  featured: FeaturedGames,
  online: z.int().check(z.nonnegative()),
  /** The players who have waited longest, except those blocked by or blocking the requester. */
  seekers: z.array(SeekerRow),
});
export type LobbyView = z.infer<typeof LobbyView>;

/** `GET /api/lobby`: the lobby, and the requester's games in progress. */
export const PlayerLobby = z
  .object({ view: LobbyView, own: z.array(GameRow) })
  .register(openApiRegistry, { id: 'PlayerLobby' });
export type PlayerLobby = z.infer<typeof PlayerLobby>;

/** The change from `version` - 1 to `version`; missing fields are unchanged. */
export const LobbyChange = z.object({
  node: z.string(),
  version: z.int().check(z.positive()),
  tables: z.optional(z.array(GameRow)),
  gone: z.optional(z.array(GameId)),
  tableCount: z.optional(z.int().check(z.nonnegative())),
  featured: z.optional(FeaturedChange),
  online: z.optional(z.int().check(z.nonnegative())),
  seekers: z.optional(z.array(SeekerRow)),
  seekersGone: z.optional(z.array(PlayerId)),
});
export type LobbyChange = z.infer<typeof LobbyChange>;

/** The version a client has, so that it receives only later changes. */
const Known = z.strictObject({ node: OpaqueText(40), version: Int4 });

const CatchUp = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('view'), view: LobbyView }),
  z.object({ kind: z.literal('changes'), changes: z.array(LobbyChange) }),
]);

/** A filter of live games by number of seats and speed (as in the rating kinds of two seats); null matches any. */
export const LiveFilter = z.strictObject({
  seats: z.nullable(z.literal([2, 3, 4])),
  speed: z.nullable(z.enum(['bullet', 'blitz', 'rapid', 'classical', 'days'])),
});
export type LiveFilter = z.infer<typeof LiveFilter>;

export const lobbyRequests = {
  /** Subscribes to the lobby. The reply is the full view if `known` is null or too old. */
  'lobby:watch': {
    payload: z.strictObject({ known: z.nullable(Known) }),
    reply: z.object({ catchUp: CatchUp, own: z.array(GameRow) }),
  },
  'lobby:unwatch': { payload: z.strictObject({}), reply: z.object({}) },
  'lobby:more': {
    payload: z.strictObject({ below: Place }),
    reply: z.object({ tables: z.array(GameRow), floor: z.nullable(Place) }),
  },
  /** Subscribes to the best live games that match, instead of earlier filters; null unsubscribes. */
  'featured:watch': {
    payload: z.strictObject({ filter: z.nullable(LiveFilter) }),
    reply: z.object({ version: z.int().check(z.nonnegative()), featured: FeaturedGames }),
  },
  'invitations:list': { payload: z.strictObject({}), reply: z.object({ rows: z.array(GameRow) }) },
} as const;

export const lobbyBroadcasts = {
  /** To all lobby subscribers. */
  'lobby:changed': LobbyChange,
  /** To one lobby subscriber: a current or past game of their own. */
  'lobby:own': z.object({ row: GameRow }),
  /** To subscribers of this filter. */
  'featured:changed': z.object({ filter: LiveFilter, version: z.int().check(z.positive()), featured: FeaturedChange }),
  /** To one player, on any page: a seat at this table was reserved for them, or the reservation ended. */
  'invitation:changed': z.object({ row: GameRow }),
  /** To a host, on any page: the outcome of a reservation they made. */
  'invitation:answered': z.object({
    gameId: GameId,
    player: Player,
    answer: z.enum(['accepted', 'declined', 'expired']),
  }),
} as const;
