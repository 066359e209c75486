import { expect, test } from 'vitest';
import { askedOf, queryOf } from './archive-query.ts';

test('an address asks what its fields say, and empty ones ask nothing', () => {
  const asked = askedOf(new URLSearchParams('player=Ann&opponent=&seats=3&page=7'));
  expect(asked).toEqual({ player: 'Ann', seats: '3' });
  expect(queryOf(asked)).toBe('?player=Ann&seats=3');
  expect(queryOf(asked, 'next/1')).toBe('?player=Ann&seats=3&cursor=next%2F1');
  expect(queryOf({})).toBe('');
});
