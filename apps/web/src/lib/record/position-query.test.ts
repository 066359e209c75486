import { formatSetup, setupOf, startPosition } from '@terrace/rules';
import { expect, test } from 'vitest';
import { sketchIn, sketchQuery } from './position-query.ts';

test('a position in an address reads back with its house rules', () => {
  const four = setupOf(startPosition('four', { capture: 'rank', sliding: 'not-larger' }));
  const query = sketchQuery(four);
  expect(query).toMatch(/^position=1d'c'c'b'b't'1\/.*\+s\+swne\+0\+1&capture=rank&sliding=not-larger$/);
  const read = sketchIn(new URL(`https://example.org/editor?${query}`).searchParams);
  expect(read && formatSetup(read)).toBe(formatSetup(four));
  expect(read?.rules).toEqual(four.rules);
});

test('an address without a position, or with none that can be read, tells none', () => {
  expect(sketchIn(new URLSearchParams(''))).toBeUndefined();
  expect(sketchIn(new URLSearchParams('position=nonsense'))).toBeUndefined();
  expect(sketchIn(new URLSearchParams(`position=${'8/'.repeat(500)}`))).toBeUndefined();
});
