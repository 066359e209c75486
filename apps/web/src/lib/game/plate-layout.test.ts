import { expect, test } from 'vitest';
import { plateSlots } from './plate-layout.ts';

test("four seats are placed clockwise in turn order, starting with the player's own at the lower left", () => {
  expect(plateSlots(['south', 'west', 'north', 'east'], 'north')).toEqual([
    { corner: 'll', side: 'north' },
    { corner: 'ul', side: 'east' },
    { corner: 'ur', side: 'south' },
    { corner: 'lr', side: 'west' },
  ]);
});

test("East's plates are mirrored like East's board", () => {
  expect(plateSlots(['south', 'west', 'north', 'east'], 'east')).toEqual([
    { corner: 'll', side: 'east' },
    { corner: 'ul', side: 'north' },
    { corner: 'ur', side: 'west' },
    { corner: 'lr', side: 'south' },
  ]);
});

test('with three seats, the corner of the empty side is free', () => {
  expect(plateSlots(['south', 'north', 'east'], 'north')).toEqual([
    { corner: 'll', side: 'north' },
    { corner: 'ul', side: 'east' },
    { corner: 'ur', side: 'south' },
    { corner: 'lr', side: undefined },
  ]);
});

test("two plates face each other, the player's own below", () => {
  expect(plateSlots(['south', 'north'], 'north')).toEqual([
    { corner: 'ur', side: 'south' },
    { corner: 'lr', side: 'north' },
  ]);
});
