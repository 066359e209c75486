import { expect, test } from 'vitest';
import { filtersFromUrl, filtersQuery } from './archive-query.ts';

test('filters are read from the address without empty fields, and written back', () => {
  const filters = filtersFromUrl(new URLSearchParams('player=Ann&opponent=&seats=3&page=7'));
  expect(filters).toEqual({ player: 'Ann', seats: '3' });
  expect(filtersQuery(filters)).toBe('?player=Ann&seats=3');
  expect(filtersQuery(filters, 'next/1')).toBe('?player=Ann&seats=3&cursor=next%2F1');
  expect(filtersQuery({})).toBe('');
});
