import { expect, test } from 'vitest';
import { preferredLanguage } from './preferred-language.ts';

test('what is chosen comes before what the browser asks for', () => {
  expect(preferredLanguage('en', 'de')).toBe('en');
  expect(preferredLanguage('de', 'en')).toBe('de');
});

test('without a wish that can be met, the answer is in English', () => {
  for (const asked of [null, '', '*', 'fr, it;q=0.5', 'x;q=nonsense', ',;;,'])
    expect(preferredLanguage(null, asked)).toBe('en');
});

test('of what the browser asks for, the most wished for that there is counts', () => {
  expect(preferredLanguage(null, 'fr, de-AT;q=0.8, en;q=0.5')).toBe('de');
  expect(preferredLanguage(null, 'en-GB, de;q=0.9')).toBe('en');
  expect(preferredLanguage(null, 'de;q=0, en;q=0.1')).toBe('en');
});
