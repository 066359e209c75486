import { SETUPS } from '@terrace/rules';
import * as z from 'zod/mini';
import { computerStrength } from './computers.ts';
import { MINUTE_MS } from './durations.ts';
import { GameId, type PlayerId, SideName } from './ids.ts';
import { openApiRegistry } from './openapi.ts';
import { isCorrespondence, type Settings } from './settings.ts';

/** Kinds of ratings: two seats by speed, with `days` for correspondence; three and four seats at any speed. */
export const RATING_KINDS = ['bullet', 'blitz', 'rapid', 'classical', 'days', 'three', 'four'] as const;
export const RatingKind = z.enum(RATING_KINDS).register(openApiRegistry, { id: 'RatingKind' });
export type RatingKind = z.infer<typeof RatingKind>;

/** A seat's expected time is its initial time and this many increments. */
const USUAL_MOVES = 40;

/** Upper limits of a seat's expected time for each kind, in ms. Longer games are `classical`. */
const SPEED_BELOW = [
  ['bullet', 3 * MINUTE_MS],
  ['blitz', 8 * MINUTE_MS],
  ['rapid', 25 * MINUTE_MS],
] as const satisfies readonly (readonly [RatingKind, number])[];

/** A game's kind by time and seats, rated or not; null without a clock. */
export function ratingKindOf({ time }: Pick<Settings, 'time'>, seats: number): RatingKind | null {
  if (time === null) return null;
  if (seats === 3) return 'three';
  if (seats === 4) return 'four';
  if (isCorrespondence(time)) return 'days';
  const expected = time.initialMs + USUAL_MOVES * time.incrementMs;
  return SPEED_BELOW.find(([, below]) => expected < below)?.[0] ?? 'classical';
}

/** The kind a table would be rated as; null if it cannot be rated: without a clock, or from a custom position. */
export const rateableAs = (settings: Pick<Settings, 'setup' | 'time'>): RatingKind | null =>
  settings.setup === 'custom' ? null : ratingKindOf(settings, SETUPS[settings.setup].players);

/** A rating with a higher deviation is provisional. */
export const PROVISIONAL_ABOVE = 110;

export const RatingMark = z.object({ value: z.int(), provisional: z.boolean() }).register(openApiRegistry, {
  id: 'RatingMark',
  description: 'A rating as displayed next to a name. A provisional rating is still uncertain.',
});
export type RatingMark = z.infer<typeof RatingMark>;

/**
 * Ratings by strength, measured with two seats by `bench/engine/strengths.ts`. That of strength 8 is a lower
 * bound, measured at a tenth of its time. They are equal for all kinds and fixed.
 */
const COMPUTER_RATINGS = [745, 950, 1200, 1440, 1685, 1835, 1940, 2035];

/** A computer's measured rating; undefined for a person. */
export function computerRating(player: PlayerId): RatingMark | undefined {
  const strength = computerStrength(player);
  const value = strength && COMPUTER_RATINGS[strength - 1];
  return value === undefined ? undefined : { value, provisional: false };
}

/** The rating change of one seat after a game. Displayed ratings are integers. */
export const RatingChange = z
  .object({ side: SideName, before: z.int(), after: z.int(), provisional: z.boolean() })
  .register(openApiRegistry, {
    id: 'RatingChange',
    description: 'The rating change of the player at this side.',
  });
export type RatingChange = z.infer<typeof RatingChange>;

export const RatedGame = z.object({ gameId: GameId, kind: RatingKind, changes: z.array(RatingChange) });
export type RatedGame = z.infer<typeof RatedGame>;

export const ratingBroadcasts = {
  /** To all watching connections of a rated game, shortly after its end. */
  'game:rated': RatedGame,
} as const;
