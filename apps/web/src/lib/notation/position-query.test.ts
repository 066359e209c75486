import { formatSetup, setupOf, startPosition } from '@terrace/rules';
import { expect, test } from 'vitest';
import { setupInUrl, setupQuery } from './position-query.ts';

test('a position in a URL reads back with its house rules', () => {
  const four = setupOf(startPosition('four', { capture: 'rank', sliding: 'not-larger' }));
  const query = setupQuery(four);
  expect(query).toMatch(/^position=1d'c'c'b'b't'1\/.*\+s\+swne\+0\+1&capture=rank&sliding=not-larger$/);
  const read = setupInUrl(new URL(`https://example.org/editor?${query}`).searchParams);
  expect(read && formatSetup(read)).toBe(formatSetup(four));
  expect(read?.rules).toEqual(four.rules);
});

test('a URL without a readable position has no setup', () => {
  expect(setupInUrl(new URLSearchParams(''))).toBeUndefined();
  expect(setupInUrl(new URLSearchParams('position=nonsense'))).toBeUndefined();
  expect(setupInUrl(new URLSearchParams(`position=${'8/'.repeat(500)}`))).toBeUndefined();
});
