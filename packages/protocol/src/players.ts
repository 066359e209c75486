import * as z from 'zod/mini';
import { Strength } from './computers.ts';
import { Instant, Player } from './ids.ts';
import { PlayerRating } from './leaderboard.ts';
import { openApiRegistry } from './openapi.ts';
import { RatingKind } from './ratings.ts';

/** A player's results; with three and four seats, every game that is not won or drawn is lost. */
export const Score = z
  .object({
    games: z.int().check(z.nonnegative()),
    won: z.int().check(z.nonnegative()),
    drawn: z.int().check(z.nonnegative()),
    lost: z.int().check(z.nonnegative()),
  })
  .register(openApiRegistry, { id: 'Score' });
export type Score = z.infer<typeof Score>;

/** `PUT /api/me/bot` */
export const BotSwitch = z.strictObject({ bot: z.boolean() });

/** `GET /api/bots`: by name. */
export const BotList = z
  .object({ bots: z.array(z.object({ player: Player, joinedAt: Instant, online: z.boolean() })) })
  .register(openApiRegistry, { id: 'BotList' });
export type BotList = z.infer<typeof BotList>;

/** `GET /api/players/:name` */
export const PlayerProfile = z
  .object({
    player: Player,
    guest: z.boolean(),
    joinedAt: Instant, // 0 for a computer
    /** One per kind that was ever rated, in the order of the kinds. */
    ratings: z.array(PlayerRating),
    /** Results against people in games that the requester may see. The kind is null for games without a clock. */
    results: z.array(z.object({ kind: z.nullable(RatingKind), score: Score })),
    /** Finished games with computers, by strength; a game with several counts for each strength. */
    computers: z.array(z.object({ strength: Strength, score: Score })),
    /** The ten most frequent opponents, with the player's own score. */
    opponents: z.array(z.object({ player: Player, score: Score })),
    /** The player's score against the requester; null for themselves and for players they never met. */
    againstMe: z.nullable(Score),
    followers: z.int().check(z.nonnegative()),
    followed: z.boolean(),
    /** The end of the player's present vacation. */
    vacationUntil: z.optional(Instant),
  })
  .register(openApiRegistry, { id: 'PlayerProfile' });
export type PlayerProfile = z.infer<typeof PlayerProfile>;
