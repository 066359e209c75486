import { expect, test } from 'vitest';
import { placesRound } from './corners.ts';

test('four seats stand clockwise in turn order from the own, lower left', () => {
  expect(placesRound(['south', 'west', 'north', 'east'], 'north')).toEqual([
    { corner: 'll', side: 'north' },
    { corner: 'ul', side: 'east' },
    { corner: 'ur', side: 'south' },
    { corner: 'lr', side: 'west' },
  ]);
});

test('East sees the board mirrored, and the plates with it', () => {
  expect(placesRound(['south', 'west', 'north', 'east'], 'east')).toEqual([
    { corner: 'll', side: 'east' },
    { corner: 'ul', side: 'north' },
    { corner: 'ur', side: 'west' },
    { corner: 'lr', side: 'south' },
  ]);
});

test('of three, the empty side leaves its corner', () => {
  expect(placesRound(['south', 'north', 'east'], 'north')).toEqual([
    { corner: 'll', side: 'north' },
    { corner: 'ul', side: 'east' },
    { corner: 'ur', side: 'south' },
    { corner: 'lr', side: undefined },
  ]);
});

test('two face each other, the own below', () => {
  expect(placesRound(['south', 'north'], 'north')).toEqual([
    { corner: 'ur', side: 'south' },
    { corner: 'lr', side: 'north' },
  ]);
});
