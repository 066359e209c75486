import { SETUP_NAMES } from '@terrace/rules';
import * as z from 'zod/mini';
import { GameId, Instant, Ms, Player, PlayerId, SideName, SquareName } from './ids.ts';
import { MAX_SEEK_TIMES } from './limits.ts';
import { openApiRegistry } from './openapi.ts';
import { RatingMark } from './ratings.ts';
import { Settings } from './settings.ts';
import { Int4, Text } from './text.ts';

/** An open seat has no player; a reserved one is kept for somebody until they sit or decline, or `until` is past. */
const Seat = z.object({
  side: SideName,
  player: z.nullable(Player),
  reserved: z.nullable(Player),
  /** The player's, in the kind of this game. */
  rating: z.optional(RatingMark),
  until: z.optional(Instant),
  /** Who sat there before and lost by leaving; the player is the computer that plays on. */
  leaver: z.optional(Player),
});

/** One game in a list. `turn` is the side to move while it is live. */
export const GameRow = z
  .object({
    id: GameId,
    status: z.enum(['open', 'live', 'over', 'closed']),
    settings: Settings,
    seats: z.array(Seat),
    turn: z.nullable(SideName),
    ply: z.int().check(z.positive()), // number of the next move
    createdAt: Instant,
    /** When the running clock, or the wait for a kept seat, will be over. */
    dueAt: z.optional(Instant),
  })
  .register(openApiRegistry, { id: 'GameRow' });
export type GameRow = z.infer<typeof GameRow>;

/** How a live game stands, as a small board shows it. */
export const LiveBoard = z.object({
  id: GameId,
  position: z.string(), // R24
  last: z.nullable(SquareName), // where the last move ended
  /** What each side had left when the running turn began; `since` is when, null while no clock runs. */
  clock: z.nullable(z.object({ remainingMs: z.partialRecord(SideName, Ms), since: z.nullable(Instant) })),
  watching: z.int().check(z.nonnegative()),
});
export type LiveBoard = z.infer<typeof LiveBoard>;

/** A live game as everybody may see it. */
export const LiveGame = z.object({
  id: GameId,
  settings: Settings,
  seats: z.array(z.object({ side: SideName, player: Player, rating: z.optional(RatingMark) })),
  createdAt: Instant,
  board: LiveBoard,
  /** A player has been away for a while, or a computer has waited for one. */
  idle: z.optional(z.literal(true)),
});
export type LiveGame = z.infer<typeof LiveGame>;

/** A few live games, best first. */
export const FeaturedGames = z.object({ games: z.array(LiveGame), count: z.int().check(z.nonnegative()) });
export type FeaturedGames = z.infer<typeof FeaturedGames>;

/** What became of featured games: games that are new to it or tell something new, moves, and the order once it changed. */
export const FeaturedChange = z.object({
  games: z.array(LiveGame),
  boards: z.array(LiveBoard),
  order: z.optional(z.array(GameId)),
  count: z.int().check(z.nonnegative()),
});
export type FeaturedChange = z.infer<typeof FeaturedChange>;

/** What somebody waits to be paired for: a game, and others that will do as well. */
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

/** Somebody who waits to be paired, as others see it. */
export const SeekerRow = z.object({
  player: Player,
  seek: Seek,
  since: Instant,
  /** In the kind of the game, if that is rated. */
  rating: z.optional(RatingMark),
});
export type SeekerRow = z.infer<typeof SeekerRow>;

/** Where a table stands in the list: newest first. */
const Place = z.strictObject({ createdAt: Instant, id: GameId });
export type Place = z.infer<typeof Place>;

/**
 * The lobby as everybody sees it. `version` grows with every change that is told; `node` is whose count that is, as
 * every server has its own. Tables come newest first and are all there down to `floor`, null for the end of the list;
 * `tableCount` says how many there are.
 */
export const LobbyView = z.object({
  node: z.string(),
  version: z.int().check(z.nonnegative()),
  tables: z.array(GameRow),
  floor: z.nullable(Place),
  tableCount: z.int().check(z.nonnegative()),
  featured: FeaturedGames,
  online: z.int().check(z.nonnegative()),
  /** Who waits to be paired, the longest waiting first: the first of them only, and nobody who has blocked the one who asks, or whom they have. */
  seekers: z.array(SeekerRow),
});
export type LobbyView = z.infer<typeof LobbyView>;

/** `GET /api/lobby`: the lobby, and the games under way of whoever asks. */
export const PlayerLobby = z
  .object({ view: LobbyView, own: z.array(GameRow) })
  .register(openApiRegistry, { id: 'PlayerLobby' });
export type PlayerLobby = z.infer<typeof PlayerLobby>;

/** What changed from `version` - 1 to `version`; what is left out stays as it was. */
export const LobbyChange = z.object({
  node: z.string(),
  version: z.int().check(z.positive()),
  /** Open tables as they are now. */
  tables: z.optional(z.array(GameRow)),
  /** Tables that are open no more. */
  gone: z.optional(z.array(GameId)),
  tableCount: z.optional(z.int().check(z.nonnegative())),
  featured: z.optional(FeaturedChange),
  online: z.optional(z.int().check(z.nonnegative())),
  /** Seekers as they are now. */
  seekers: z.optional(z.array(SeekerRow)),
  /** Players who are no longer in the list of seekers. */
  seekersGone: z.optional(z.array(PlayerId)),
});
export type LobbyChange = z.infer<typeof LobbyChange>;

/** Where a client stands, to be told only what it missed. */
const Known = z.strictObject({ node: Text(40), version: Int4 });

const CatchUp = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('view'), view: LobbyView }),
  z.object({ kind: z.literal('changes'), changes: z.array(LobbyChange) }),
]);

/** Which live games: with so many seats, at such a speed (as ratings of two seats part them); null is any. */
export const LiveFilter = z.strictObject({
  seats: z.nullable(z.literal([2, 3, 4])),
  speed: z.nullable(z.enum(['bullet', 'blitz', 'rapid', 'classical', 'days'])),
});
export type LiveFilter = z.infer<typeof LiveFilter>;

export const lobbyRequests = {
  /** Follows the lobby from here on. `known` null, or too old to catch up with, is answered by the whole view. */
  'lobby:watch': {
    payload: z.strictObject({ known: z.nullable(Known) }),
    reply: z.object({ catchUp: CatchUp, own: z.array(GameRow) }),
  },
  'lobby:unwatch': { payload: z.strictObject({}), reply: z.object({}) },
  /** The next tables below a place in the list, and how far down they reach. */
  'lobby:more': {
    payload: z.strictObject({ below: Place }),
    reply: z.object({ tables: z.array(GameRow), floor: z.nullable(Place) }),
  },
  /** Follows the best live games of a kind, and no others from here on; null follows none. */
  'featured:watch': {
    payload: z.strictObject({ filter: z.nullable(LiveFilter) }),
    reply: z.object({ version: z.int().check(z.nonnegative()), featured: FeaturedGames }),
  },
  /** Seats that are kept for the one who asks. */
  'invitations:list': { payload: z.strictObject({}), reply: z.object({ rows: z.array(GameRow) }) },
} as const;

export const lobbyBroadcasts = {
  /** To all in the lobby. */
  'lobby:changed': LobbyChange,
  /** To one who is in the lobby: an own game, or one that was. */
  'lobby:own': z.object({ row: GameRow }),
  /** To those who follow live games of this kind. */
  'featured:changed': z.object({ filter: LiveFilter, version: z.int().check(z.positive()), featured: FeaturedChange }),
  /** To one, wherever on the site: a seat is kept for them at this table, or no longer is. */
  'invitation:changed': z.object({ row: GameRow }),
  /** To a host, wherever on the site: what became of a seat they kept for somebody. */
  'invitation:answered': z.object({
    gameId: GameId,
    player: Player,
    answer: z.enum(['accepted', 'declined', 'expired']),
  }),
} as const;
