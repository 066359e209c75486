import { readPreferences } from '@terrace/protocol';
import { SETUP_NAMES } from '@terrace/rules';
import { expect, test } from 'vitest';
import { partsOf, setupFor } from '#lib/game-settings/setup-parts.ts';
import { computerTable, tableWhileSearching } from './computer-table.ts';

test('whoever has chosen nothing begins, for two, without a clock', () => {
  expect(computerTable(readPreferences({}), Math.random)).toMatchObject({
    settings: { setup: 'long', time: null, rated: false, starts: 'full' },
    seating: { side: 'south', reserved: [], computers: [{ side: 'north', strength: 2 }] },
  });
});

test('all seats but the own one are computers of the chosen strength', () => {
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

test('a side that is not played is drawn', () => {
  const own = readPreferences({ computerSide: 'west' });
  const { seating } = computerTable(own, () => 0.5);
  expect([seating.side, ...seating.computers.map(({ side }) => side)].toSorted()).toEqual(['north', 'south']);
});

test('the game of a wait has the setup that is waited for, and no clock', () => {
  expect(tableWhileSearching(3, 'short', () => 0.5)).toMatchObject({
    settings: { setup: 'short', time: null },
    seating: { computers: [{ strength: 3 }] },
  });
});

test('every named setup is the one its parts choose', () => {
  for (const setup of SETUP_NAMES) {
    expect(setupFor(partsOf(setup))).toBe(setup);
  }
});
