import { SETUPS } from '@terrace/rules';
import * as z from 'zod/mini';
import { computerStrength } from './computers.ts';
import { MINUTE_MS } from './durations.ts';
import { GameId, Instant, Player, type PlayerId, SideName } from './ids.ts';
import { openApiRegistry } from './openapi.ts';
import { Cursor, limitOf } from './pages.ts';
import type { Settings } from './settings.ts';

/** What games are rated by: two seats by speed, `days` being correspondence; more seats by their number. */
export const RATING_KINDS = ['bullet', 'blitz', 'rapid', 'classical', 'days', 'three', 'four'] as const;
export const RatingKind = z.enum(RATING_KINDS).register(openApiRegistry, { id: 'RatingKind' });
export type RatingKind = z.infer<typeof RatingKind>;

/** A seat's own time in a game of usual length is its initial time and this many increments. */
const USUAL_MOVES = 40;

/** Expected time of a seat, in ms, from which a game is no longer of this kind. Anything longer is `classical`. */
const SPEED_BELOW = [
  ['bullet', 3 * MINUTE_MS],
  ['blitz', 8 * MINUTE_MS],
  ['rapid', 25 * MINUTE_MS],
] as const satisfies readonly (readonly [RatingKind, number])[];

/** The kind of a game by its time and seats, rated or not; null without a clock. */
export function kindOf({ time }: Pick<Settings, 'time'>, seats: number): RatingKind | null {
  if (time === null) return null;
  if (seats === 3) return 'three';
  if (seats === 4) return 'four';
  if (time.kind === 'days') return 'days';
  const expected = time.initialMs + USUAL_MOVES * time.incrementMs;
  return SPEED_BELOW.find(([, below]) => expected < below)?.[0] ?? 'classical';
}

/** The kind a table would be rated as, were it rated; null where no game can count: without a clock, or from a position. */
export const rateableAs = (settings: Pick<Settings, 'setup' | 'time'>): RatingKind | null =>
  settings.setup === 'custom' ? null : kindOf(settings, SETUPS[settings.setup].players);

/** A rating that could still be far off: its deviation is above this. */
export const PROVISIONAL_ABOVE = 110;

/** A player's rating as it stands beside a name. */
export const RatingMark = z.object({ value: z.int(), provisional: z.boolean() }).register(openApiRegistry, {
  id: 'RatingMark',
  description: 'A rating as it stands beside a name. A provisional one may be far off.',
});
export type RatingMark = z.infer<typeof RatingMark>;

/**
 * Ratings of the computers, weakest first: by the round robin of `bench/engine/strengths.ts` (`bench/RESULTS.md`) with two
 * seats, strength 3 set to 1200. They are the same in every kind of game, and games never change them.
 */
const COMPUTER_RATINGS = [700, 925, 1200, 1435, 1610, 1835, 2135, 2415];

/** A computer's rating; undefined for a person. */
export function computerRating(player: PlayerId): RatingMark | undefined {
  const strength = computerStrength(player);
  const value = strength && COMPUTER_RATINGS[strength - 1];
  return value === undefined ? undefined : { value, provisional: false };
}

/** What one game did to one seat's rating. Ratings are whole numbers wherever they are shown. */
export const RatingChange = z
  .object({ side: SideName, before: z.int(), after: z.int(), provisional: z.boolean() })
  .register(openApiRegistry, {
    id: 'RatingChange',
    description: 'What a game did to the rating of the player at this side.',
  });
export type RatingChange = z.infer<typeof RatingChange>;

export const RatedGame = z.object({ gameId: GameId, kind: RatingKind, changes: z.array(RatingChange) });
export type RatedGame = z.infer<typeof RatedGame>;

/** A player's rating of one kind. The deviation is as of now: it grows while one does not play. */
export const PlayerRating = z
  .object({
    kind: RatingKind,
    rating: z.int(),
    deviation: z.int(),
    provisional: z.boolean(),
    games: z.int().check(z.nonnegative()),
  })
  .register(openApiRegistry, { id: 'PlayerRating' });
export type PlayerRating = z.infer<typeof PlayerRating>;

/** `GET /api/players/:name/ratings/:kind`: a rating after each rated game, oldest first; the latest 1000 of them. */
export const RatingHistory = z
  .object({
    kind: RatingKind,
    points: z.array(z.object({ at: Instant, gameId: GameId, rating: z.int(), deviation: z.int() })),
  })
  .register(openApiRegistry, { id: 'RatingHistory' });
export type RatingHistory = z.infer<typeof RatingHistory>;

export const LeaderboardQuery = z.object({ cursor: z.optional(Cursor), limit: limitOf(100, 50) });

const RatedPlayer = z.object({
  player: Player,
  rating: z.int(),
  deviation: z.int(),
  games: z.int().check(z.positive()),
});

/**
 * `GET /api/leaderboards/:kind`: the established ratings of a kind, best first. `place` is from 1. With the first page come some
 * of the provisional ratings, and about how many games each needs to be established.
 */
export const Leaderboard = z
  .object({
    kind: RatingKind,
    rows: z.array(z.object({ place: z.int().check(z.positive()), ...RatedPlayer.shape })),
    provisional: z.array(z.object({ ...RatedPlayer.shape, gamesToGo: z.int().check(z.positive()) })),
    next: z.nullable(Cursor),
  })
  .register(openApiRegistry, { id: 'Leaderboard' });
export type Leaderboard = z.infer<typeof Leaderboard>;

/** `GET /api/leaderboards`: the kind of rating whose leaderboard has most to show. */
export const LivelyKind = z.object({ kind: RatingKind }).register(openApiRegistry, { id: 'LivelyKind' });

export const ratingBroadcasts = {
  /** To everyone who watches a rated game, shortly after its end. */
  'game:rated': RatedGame,
} as const;
