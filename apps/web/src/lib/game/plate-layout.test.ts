import { expect, test } from 'vitest';
import { plateSlots } from './plate-layout.ts';

test('four seats stand clockwise in turn order from the own, lower left', () => {
  expect(plateSlots(['south', 'west', 'north', 'east'], 'north')).toEqual([
    { corner: 'll', side: 'north' },
    { corner: 'ul', side: 'east' },
    { corner: 'ur', side: 'south' },
    { corner: 'lr', side: 'west' },
  ]);
});

test('East sees the board mirrored, and the plates with it', () => {
  expect(plateSlots(['south', 'west', 'north', 'east'], 'east')).toEqual([
    { corner: 'll', side: 'east' },
    { corner: 'ul', side: 'north' },
    { corner: 'ur', side: 'west' },
    { corner: 'lr', side: 'south' },
  ]);
});

test('of three, the empty side leaves its corner', () => {
  expect(plateSlots(['south', 'north', 'east'], 'north')).toEqual([
    { corner: 'll', side: 'north' },
    { corner: 'ul', side: 'east' },
    { corner: 'ur', side: 'south' },
    { corner: 'lr', side: undefined },
  ]);
});

test('two face each other, the own below', () => {
  expect(plateSlots(['south', 'north'], 'north')).toEqual([
    { corner: 'ur', side: 'south' },
    { corner: 'lr', side: 'north' },
  ]);
});
