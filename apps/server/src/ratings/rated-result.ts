import { type GameState, hasMoved } from '@terrace/game';
import { computerStrength, type PlayerId, rateableAs } from '@terrace/protocol';

/** The end and the players by place. Accounts are checked later. */
export type RatedResult = {
  readonly places: readonly (readonly PlayerId[])[];
  readonly endedAt: number;
};

/**
 * A game is rated if its settings say so, with a time limit, a named setup, a result, and people only. With three or
 * four seats it counts for those who have moved; a player who left before the first move does not spoil it for them.
 */
export function ratedResult(state: GameState): RatedResult | undefined {
  const { settings, result, endedAt, seats } = state;
  if (!settings.rated || rateableAs(settings) === null || result === null || endedAt === null) return undefined;
  const players = new Map(seats.flatMap(({ side, player }) => (player === null ? [] : [[side, player.id] as const])));
  if (new Set(players.values()).size !== seats.length) return undefined;
  if ([...players.values()].some((player) => computerStrength(player) !== undefined)) return undefined;
  const movers = new Set(seats.flatMap(({ side }) => (hasMoved(state, side) ? [side] : [])));
  if (movers.size < 2) return undefined;
  const places = result.places.map((sides) =>
    sides.flatMap((side) => (movers.has(side) ? (players.get(side) ?? []) : [])),
  );
  return { endedAt, places: places.filter((sharing) => sharing.length > 0) };
}
