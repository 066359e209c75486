import { z } from 'zod';
import { GameId, Instant, Player, SideName } from './ids.ts';
import { RatingMark } from './ratings.ts';
import { Settings } from './settings.ts';

/** An open seat has no player; a reserved one is kept for somebody until they sit or decline. */
const Seat = z.object({
  side: SideName,
  player: Player.nullable(),
  reserved: Player.nullable(),
  /** The player's, in the kind of this game. */
  rating: RatingMark.optional(),
});

/** One game in a list. `turn` is the side to move while it is live. */
export const GameRow = z
  .object({
    id: GameId,
    status: z.enum(['open', 'live', 'over', 'closed']),
    settings: Settings,
    seats: z.array(Seat),
    turn: SideName.nullable(),
    ply: z.int().positive(), // number of the next move
    createdAt: Instant,
  })
  .meta({ id: 'GameRow' });
export type GameRow = z.infer<typeof GameRow>;

/** The lobby as one player sees it: tables with an open seat, newest first, and the player's own games under way. */
export const LobbyView = z.object({ tables: z.array(GameRow), own: z.array(GameRow) }).meta({ id: 'LobbyView' });
export type LobbyView = z.infer<typeof LobbyView>;

export const lobbyRequests = {
  'lobby:watch': { payload: z.strictObject({}), reply: LobbyView },
  'lobby:unwatch': { payload: z.strictObject({}), reply: z.object({}) },
} as const;

export const lobbyBroadcasts = {
  /** Rows as they are now. A row that is no longer open leaves the list of tables. */
  'lobby:changed': z.object({ rows: z.array(GameRow) }),
} as const;
