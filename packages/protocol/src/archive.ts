import { SETUP_NAMES } from '@terrace/rules';
import { z } from 'zod';
import { EndReason, GameResult } from './events.ts';
import { Instant } from './ids.ts';
import { GameRow } from './lobby.ts';
import { Cursor, limitOf } from './pages.ts';
import { RatingChange, RatingKind } from './ratings.ts';

/** A finished game in a list. `ply` is the number of its last move and one; changes are empty where none was rated. */
export const FinishedGame = z
  .object({
    ...GameRow.shape,
    status: z.literal('over'),
    kind: RatingKind.nullable(),
    endedAt: Instant,
    result: GameResult,
    changes: z.array(RatingChange),
  })
  .meta({ id: 'FinishedGame' });
export type FinishedGame = z.infer<typeof FinishedGame>;

export const GamePage = z.object({ games: z.array(FinishedGame), next: Cursor.nullable() }).meta({ id: 'GamePage' });
export type GamePage = z.infer<typeof GamePage>;

const Name = z.string().trim().min(1).max(30);
const Moves = z.coerce.number().int().min(0).max(10_000);

/** What to look for among one player's finished games; all of it must hold. Days are UTC days, both ends included. */
export const GameFilter = z.object({
  opponent: Name.optional().meta({ description: 'Name of another player in the game.' }),
  result: z
    .enum(['won', 'lost', 'drawn'])
    .optional()
    .meta({ description: 'How it came out for the player. Without a player, only drawn can be asked for.' }),
  kind: RatingKind.optional(),
  rated: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'Only games that were meant to be rated, or were not.' }),
  setup: z.enum([...SETUP_NAMES, 'custom']).optional(),
  seats: z.coerce.number().int().min(2).max(4).optional(),
  end: EndReason.optional().meta({ description: 'How the game came to its end.' }),
  minMoves: Moves.optional(),
  maxMoves: Moves.optional(),
  from: z.iso.date().optional().meta({ description: 'First day on which the game may have ended.' }),
  until: z.iso.date().optional().meta({ description: 'Last day on which the game may have ended.' }),
});
export type GameFilter = z.infer<typeof GameFilter>;

const paging = { cursor: Cursor.optional(), limit: limitOf(50, 20) };

/** `GET /api/players/:name/games`: newest end first. */
export const PlayerGamesQuery = z.object({ ...GameFilter.shape, ...paging });
export type PlayerGamesQuery = z.infer<typeof PlayerGamesQuery>;

/** `GET /api/archive`: the same among everybody's games. */
export const ArchiveQuery = z.object({ player: Name.optional(), ...GameFilter.shape, ...paging });
export type ArchiveQuery = z.infer<typeof ArchiveQuery>;
