import { expect, test } from 'vitest';
import { preferredLanguage } from './preferred-language.ts';

test("the chosen language takes precedence over the browser's languages", () => {
  expect(preferredLanguage('en', 'de')).toBe('en');
  expect(preferredLanguage('de', 'en')).toBe('de');
});

test('without a supported language, the page is in English', () => {
  for (const asked of [null, '', '*', 'fr, it;q=0.5', 'x;q=nonsense', ',;;,'])
    expect(preferredLanguage(null, asked)).toBe('en');
});

test('the supported language with the highest weight is chosen', () => {
  expect(preferredLanguage(null, 'fr, de-AT;q=0.8, en;q=0.5')).toBe('de');
  expect(preferredLanguage(null, 'en-GB, de;q=0.9')).toBe('en');
  expect(preferredLanguage(null, 'de;q=0, en;q=0.1')).toBe('en');
});
