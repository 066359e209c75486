import { SETUP_NAMES } from '@terrace/rules';
import * as z from 'zod/mini';
import { CalledOff, EndReason, GameResult } from './events.ts';
import { Instant } from './ids.ts';
import { MAX_NAME_LENGTH } from './limits.ts';
import { GameRow } from './lobby.ts';
import { openApiRegistry } from './openapi.ts';
import { Cursor, limitOf } from './pages.ts';
import { RatingChange, RatingKind } from './ratings.ts';
import { NonBlankText } from './text.ts';

/**
 * `ply` is the number of moves plus one; `changes` is empty for unrated games. `position` is the final one, or null
 * until the server has reread the events of a game from an earlier version. A game that was called off is `closed`: it
 * has `calledOff` instead of a result, and counts in no statistics.
 */
export const FinishedGame = z
  .object({
    ...GameRow.shape,
    status: z.enum(['over', 'closed']),
    kind: z.nullable(RatingKind),
    endedAt: Instant,
    result: z.nullable(GameResult),
    calledOff: z.optional(CalledOff),
    changes: z.array(RatingChange),
    position: z.nullable(z.string()), // R24
  })
  .register(openApiRegistry, { id: 'FinishedGame' });
export type FinishedGame = z.infer<typeof FinishedGame>;

export const GamePage = z
  .object({ games: z.array(FinishedGame), next: z.nullable(Cursor) })
  .register(openApiRegistry, { id: 'GamePage' });
export type GamePage = z.infer<typeof GamePage>;

const Name = NonBlankText(MAX_NAME_LENGTH);
/** Days before 1970 can differ in Postgres, and no game is that old. */
const Day = z.iso.date().check(z.refine((day) => day >= '1970-01-01', 'must not be before 1970'));
const Moves = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(10_000));

/** Filters for finished games, combined with AND. Days are UTC days, both inclusive. */
export const GameFilter = z.object({
  opponent: z.optional(Name).register(openApiRegistry, { description: 'Name of another player in the game.' }),
  result: z.optional(z.enum(['won', 'lost', 'drawn'])).register(openApiRegistry, {
    description: "The player's result. Without a player, only `drawn` is allowed.",
  }),
  kind: z.optional(RatingKind),
  rated: z
    .optional(z.enum(['true', 'false']))
    .register(openApiRegistry, { description: 'Whether the game was opened as a rated game.' }),
  setup: z.optional(z.enum([...SETUP_NAMES, 'custom'])),
  seats: z.optional(z.coerce.number().check(z.int(), z.minimum(2), z.maximum(4))),
  end: z
    .optional(z.enum([...EndReason.options, 'called-off']))
    .register(openApiRegistry, { description: 'How the game ended; `called-off` lists games without a result.' }),
  minMoves: z.optional(Moves),
  maxMoves: z.optional(Moves),
  from: z
    .optional(Day)
    .register(openApiRegistry, { description: 'First day of the range in which the game ended (UTC).' }),
  until: z
    .optional(Day)
    .register(openApiRegistry, { description: 'Last day of the range in which the game ended (UTC).' }),
});
export type GameFilter = z.infer<typeof GameFilter>;

const paging = { cursor: z.optional(Cursor), limit: limitOf(50, 20) };

/** `GET /api/players/:name/games`: latest end first. */
export const PlayerGamesQuery = z.object({ ...GameFilter.shape, ...paging });
export type PlayerGamesQuery = z.infer<typeof PlayerGamesQuery>;

/** `GET /api/archive`: finished games of all players. */
export const ArchiveQuery = z.object({ player: z.optional(Name), ...GameFilter.shape, ...paging });
