import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nonDefaultPreferences, Preferences, readPreferences } from './preferences.ts';

const usual = Preferences.parse({});

test('an invalid field gets its default, and other fields keep their values', () => {
  expect(readPreferences({ theme: 'dark', volume: 101, zen: 'yes', numerals: true, shoe: 43 })).toEqual({
    ...usual,
    theme: 'dark',
    numerals: true,
  });
});

test('any input yields complete preferences', () => {
  fc.assert(
    fc.property(fc.anything(), (raw) => {
      expect(Preferences.safeParse(readPreferences(raw)).success).toBe(true);
    }),
  );
});

test('only values that differ from the defaults are stored', () => {
  expect(nonDefaultPreferences(usual)).toEqual({});
  const own: Preferences = { ...usual, boardOnDark: 'dusk', volume: 0 };
  expect(nonDefaultPreferences(own)).toEqual({ boardOnDark: 'dusk', volume: 0 });
  expect(readPreferences(nonDefaultPreferences(own))).toEqual(own);
});
