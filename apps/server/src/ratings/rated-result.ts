import { type GameState, hasMoved } from '@terrace/game';
import { type PlayerId, type RatingKind, rateableAs } from '@terrace/protocol';

/** A finished game that counts: its kind, and its players by place. Who they are is not looked at here. */
export type RatedResult = {
  readonly kind: RatingKind;
  readonly places: readonly (readonly PlayerId[])[];
  readonly endedAt: number;
};

/**
 * Whether a game counts for ratings, by its own log: it was meant to be rated, with a clock or days, from a named setup,
 * it came to a result, every seat is another player's, and every seat has moved.
 */
export function ratedResult(state: GameState): RatedResult | undefined {
  const { settings, result, endedAt, seats } = state;
  const kind = rateableAs(settings);
  if (!settings.rated || kind === null || result === null || endedAt === null) return undefined;
  const players = new Map(seats.flatMap(({ side, player }) => (player === null ? [] : [[side, player.id] as const])));
  if (new Set(players.values()).size !== seats.length) return undefined;
  if (!seats.every(({ side }) => hasMoved(state, side))) return undefined;
  return { kind, endedAt, places: result.places.map((sides) => sides.flatMap((side) => players.get(side) ?? [])) };
}
