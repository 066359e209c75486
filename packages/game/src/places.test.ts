import { expect, test } from 'vitest';
import { placeGroups } from './places.ts';

test('sides that share a place count together for the next place', () => {
  expect(placeGroups([['south', 'east'], ['north'], ['west']]).map(({ place }) => place)).toEqual([1, 3, 4]);
});
