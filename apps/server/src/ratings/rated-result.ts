import { type GameState, hasMoved } from '@terrace/game';
import { computerStrength, type PlayerId, rateableAs } from '@terrace/protocol';

/** Result of a game that counts for ratings: its end, and its players by place. Whether they have accounts is checked later. */
export type RatedResult = {
  readonly places: readonly (readonly PlayerId[])[];
  readonly endedAt: number;
};

/**
 * The result of a game if its own log lets it count for ratings: it was to be rated, with a clock or days, from a named
 * setup, it has a result, all seats had different players, none of them a computer, and every seat has moved. Undefined
 * otherwise.
 */
export function ratedResult(state: GameState): RatedResult | undefined {
  const { settings, result, endedAt, seats } = state;
  if (!settings.rated || rateableAs(settings) === null || result === null || endedAt === null) return undefined;
  const players = new Map(seats.flatMap(({ side, player }) => (player === null ? [] : [[side, player.id] as const])));
  if (new Set(players.values()).size !== seats.length) return undefined;
  if ([...players.values()].some((player) => computerStrength(player) !== undefined)) return undefined;
  if (!seats.every(({ side }) => hasMoved(state, side))) return undefined;
  return { endedAt, places: result.places.map((sides) => sides.flatMap((side) => players.get(side) ?? [])) };
}
