import { expect, test } from 'vitest';
import { pageLanguage } from './language.ts';

test('what is chosen comes before what the browser asks for', () => {
  expect(pageLanguage('en', 'de')).toBe('en');
  expect(pageLanguage('de', 'en')).toBe('de');
});

test('without a wish that can be met, the page speaks English', () => {
  for (const asked of [null, '', '*', 'fr, it;q=0.5', 'x;q=nonsense', ',;;,'])
    expect(pageLanguage(null, asked)).toBe('en');
});

test('of what the browser asks for, the most wished for that there is counts', () => {
  expect(pageLanguage(null, 'fr, de-AT;q=0.8, en;q=0.5')).toBe('de');
  expect(pageLanguage(null, 'en-GB, de;q=0.9')).toBe('en');
  expect(pageLanguage(null, 'de;q=0, en;q=0.1')).toBe('en');
});
