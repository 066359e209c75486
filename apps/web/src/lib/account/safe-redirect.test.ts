import { expect, test } from 'vitest';
import { safeRedirect } from './safe-redirect.ts';

test('only paths of this site are accepted as redirects after sign-in', () => {
  expect(safeRedirect('/game/abc?x=1')).toBe('/game/abc?x=1');
  for (const strange of [
    null,
    '',
    '//elsewhere.example',
    '/\\elsewhere.example',
    'https://elsewhere.example',
    'javascript:x',
  ])
    expect(safeRedirect(strange)).toBe('/');
});
