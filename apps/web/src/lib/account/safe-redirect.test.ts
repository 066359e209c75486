import { expect, test } from 'vitest';
import { safeRedirect } from './safe-redirect.ts';

test('after signing in one goes to a page of ours and nowhere else', () => {
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
