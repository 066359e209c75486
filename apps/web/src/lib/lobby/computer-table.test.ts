import { readPreferences } from '@terrace/protocol';
import { SETUP_NAMES } from '@terrace/rules';
import { expect, test } from 'vitest';
import { partsOf, setupFor } from '#lib/game-settings/setup-parts.ts';
import { computerTable, tableWhileSearching } from './computer-table.ts';

test('the default game is for two, without a clock', () => {
  expect(computerTable(readPreferences({}), Math.random)).toMatchObject({
    settings: { setup: 'long', time: null, rated: false, starts: 'full' },
    seating: { side: 'south', reserved: [], computers: [{ side: 'north', strength: 2 }] },
  });
});

test('every other seat gets a computer of the chosen strength', () => {
  const own = readPreferences({
    computerStrength: 5,
    computerSetup: 'four',
    computerTime: '3+2',
    computerSide: 'west',
  });
  expect(computerTable(own, Math.random)).toMatchObject({
    settings: { setup: 'four', time: { kind: 'clock', initialMs: 180_000, incrementMs: 2000 } },
    seating: {
      side: 'west',
      computers: [
        { side: 'south', strength: 5 },
        { side: 'north', strength: 5 },
        { side: 'east', strength: 5 },
      ],
    },
  });
});

test('a side that the setup does not have is drawn at random', () => {
  const own = readPreferences({ computerSide: 'west' });
  const { seating } = computerTable(own, () => 0.5);
  expect([seating.side, ...seating.computers.map(({ side }) => side)].toSorted()).toEqual(['north', 'south']);
});

test('the game during a search has the setup of the search and no clock', () => {
  expect(tableWhileSearching(3, 'short', () => 0.5)).toMatchObject({
    settings: { setup: 'short', time: null },
    seating: { computers: [{ strength: 3 }] },
  });
});

test('every named setup can be chosen by its parts', () => {
  for (const setup of SETUP_NAMES) {
    expect(setupFor(partsOf(setup))).toBe(setup);
  }
});
