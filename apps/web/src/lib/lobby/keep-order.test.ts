import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keepOrder, pickLargeGame } from './keep-order.ts';

const cards = (ids: string) => [...ids].map((id) => ({ id }));
const placed = (before: string, now: string): string =>
  keepOrder(cards(before), cards(now))
    .map(({ id }) => id)
    .join('');

test('a new game moves no card, even if it is the best', () => {
  expect(placed('abc', 'zabc')).toBe('abcz');
  expect(placed('', 'abc')).toBe('abc');
});

test('the place of a finished game goes to the best new game, or to the last one', () => {
  expect(placed('abcd', 'xacdy')).toBe('axcdy');
  expect(placed('abcd', 'acd')).toBe('adc');
  expect(placed('abcd', 'cd')).toBe('dc');
  expect(placed('abcd', 'a')).toBe('a');
  expect(placed('abcd', '')).toBe('');
});

const some = fc.uniqueArray(fc.constantFrom(...'abcdefghij')).map((ids) => ids.join(''));

test('each current card appears once with its current data, and no card moves without need', () => {
  fc.assert(
    fc.property(some, some, (before, now) => {
      const cardsNow = cards(now);
      const result = keepOrder(cards(before), cardsNow);
      expect(new Set(result)).toEqual(new Set(cardsNow));
      expect(result).toHaveLength(now.length);
      const moved = result.filter(({ id }, n) => before.includes(id) && before[n] !== id);
      expect(moved.every(({ id }) => before.indexOf(id) >= now.length)).toBe(true);
    }),
  );
});

test('the large game stays until it is over, or idle while another game is active', () => {
  const large = (id: string, games: string, idle = '') =>
    pickLargeGame(
      id,
      [...games].map((each) => ({ id: each, idle: idle.includes(each) })),
    )?.id;
  expect(large('b', 'abc')).toBe('b');
  expect(large('b', 'ac')).toBe('a');
  expect(large('b', 'acb', 'b')).toBe('a');
  expect(large('b', 'acb', 'acb')).toBe('b');
  expect(large('b', '')).toBeUndefined();
});
