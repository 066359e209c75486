import { type GameState, hasMoved } from '@terrace/game';
import { computerStrength, type PlayerId, rateableAs } from '@terrace/protocol';

/** The end and the players by place. Accounts are checked later. */
export type RatedResult = {
  readonly places: readonly (readonly PlayerId[])[];
  readonly endedAt: number;
};

/** A game is rated if its settings say so, with a time limit, a named setup, a result, and people who have all moved. */
export function ratedResult(state: GameState): RatedResult | undefined {
  const { settings, result, endedAt, seats } = state;
  if (!settings.rated || rateableAs(settings) === null || result === null || endedAt === null) return undefined;
  const players = new Map(seats.flatMap(({ side, player }) => (player === null ? [] : [[side, player.id] as const])));
  if (new Set(players.values()).size !== seats.length) return undefined;
  if ([...players.values()].some((player) => computerStrength(player) !== undefined)) return undefined;
  if (!seats.every(({ side }) => hasMoved(state, side))) return undefined;
  return { endedAt, places: result.places.map((sides) => sides.flatMap((side) => players.get(side) ?? [])) };
}
