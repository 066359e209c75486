import type { Preferences, Settings, Strength } from '@terrace/protocol';
import { SETUPS, type SetupName } from '@terrace/rules';
import { emptyDraft, type Seating, seating } from '#lib/game-settings/draft.ts';
import { settingsOf, times } from '#lib/game-settings/table-options.ts';

/** A table at which all others are computers. */
export type ComputerTable = { readonly settings: Settings; readonly seating: Seating };

/**
 * The game against computers that one press begins.
 *
 * @param random 0 to below 1, as `Math.random`
 */
export function computerTable(own: Preferences, random: () => number): ComputerTable {
  const { computerSetup: setup, computerStrength: strength, computerSide: side } = own;
  return { settings: settingsOf(setup, times[own.computerTime]), seating: against(strength, setup, side, random) };
}

/** A game to pass the time with while somebody is looked for: what is looked for, without a clock, to be left at any move. */
export const tableWhileSearching = (strength: Strength, setup: SetupName, random: () => number): ComputerTable => ({
  settings: settingsOf(setup, null),
  seating: against(strength, setup, 'any', random),
});

function against(
  strength: Strength,
  setup: SetupName,
  side: Preferences['computerSide'],
  random: () => number,
): Seating {
  const { seats } = SETUPS[setup];
  return seating({ ...emptyDraft(setup), side, computers: seats.slice(1).map(() => strength) }, seats, random);
}
