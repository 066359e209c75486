import { expect, test } from 'vitest';
import { languageOf } from './language.ts';

test('what is chosen comes before what the browser asks for', () => {
  expect(languageOf('en', 'fr')).toBe('en');
});

test('without a wish that can be met, the page speaks English', () => {
  for (const asked of [null, '', '*', 'fr, it;q=0.5', 'x;q=nonsense', ',;;,'])
    expect(languageOf(null, asked)).toBe('en');
});
