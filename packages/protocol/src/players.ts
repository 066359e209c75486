import * as z from 'zod/mini';
import { Strength } from './computers.ts';
import { Instant, Player } from './ids.ts';
import { openApiRegistry } from './openapi.ts';
import { PlayerRating, RatingKind } from './ratings.ts';

/** Finished games and how they came out for one player; with three and four seats, lost is whatever is not won or drawn. */
export const Score = z
  .object({
    games: z.int().check(z.nonnegative()),
    won: z.int().check(z.nonnegative()),
    drawn: z.int().check(z.nonnegative()),
    lost: z.int().check(z.nonnegative()),
  })
  .register(openApiRegistry, { id: 'Score' });
export type Score = z.infer<typeof Score>;

/** `GET /api/players/:name` */
export const PlayerProfile = z
  .object({
    player: Player,
    guest: z.boolean(),
    joinedAt: Instant, // 0 for a computer
    /** One a kind that was ever rated, in the order of the kinds. */
    ratings: z.array(PlayerRating),
    /** Finished games with people only, by kind, as far as the asker may see them; null is those without a clock. */
    results: z.array(z.object({ kind: z.nullable(RatingKind), score: Score })),
    /** Finished games with computers, by the strength of each; a game with several counts for each strength. */
    computers: z.array(z.object({ strength: Strength, score: Score })),
    /** People most met, the score being the player's own; at most ten. */
    opponents: z.array(z.object({ player: Player, score: Score })),
    /** The player's score against whoever asks; null for oneself and for those who never met. */
    againstMe: z.nullable(Score),
    /** How many follow the player, and whether the one who asks does. */
    followers: z.int().check(z.nonnegative()),
    followed: z.boolean(),
  })
  .register(openApiRegistry, { id: 'PlayerProfile' });
export type PlayerProfile = z.infer<typeof PlayerProfile>;
