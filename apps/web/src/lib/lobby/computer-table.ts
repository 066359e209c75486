import type { Preferences, Settings, Strength } from '@terrace/protocol';
import { SETUPS, type SetupName } from '@terrace/rules';
import { emptyDraft, type Seating, seating } from '#lib/game-settings/draft.ts';
import { settingsOf, times } from '#lib/game-settings/table-options.ts';

export type ComputerTable = { readonly settings: Settings; readonly seating: Seating };

/** The game against computers with the visitor's preferences. */
export function computerTable(own: Preferences, random: () => number): ComputerTable {
  const { computerSetup: setup, computerStrength: strength, computerSide: side } = own;
  return { settings: settingsOf(setup, times[own.computerTime]), seating: against(strength, setup, side, random) };
}

/** A game against computers during a search: the same setup, without a clock, so that it can be left at any move. */
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
