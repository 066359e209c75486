import { PREFERENCES_COOKIE, Preferences, preferencesFromCookie, readPreferences } from '@terrace/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { preferencesCookie, preferencesFromHeader } from './cookie.ts';

const board = fc.constantFrom('plaster', 'paddy', 'slate', 'dusk');
const preferences = fc
  .record({
    theme: fc.constantFrom('system', 'light', 'dark'),
    boardOnLight: board,
    boardOnDark: board,
    coordinates: fc.constantFrom('outside', 'inside', 'off'),
    volume: fc.integer({ min: 0, max: 100 }),
    soundTake: fc.boolean(),
    confirm: fc.constantFrom('never', 'days', 'always'),
  })
  .map((some) => Preferences.parse(some));

const written = (cookie: string) =>
  decodeURIComponent(cookie.slice(`${PREFERENCES_COOKIE}=`.length, cookie.indexOf(';')));

test('preferences survive a round trip through the cookie', () => {
  fc.assert(
    fc.property(preferences, (own) => {
      expect(preferencesFromCookie(written(preferencesCookie(own, true)))).toEqual(own);
    }),
  );
});

test('any cookie content is read as complete preferences', () => {
  const usual = readPreferences({});
  for (const value of [
    undefined,
    '',
    '{',
    'null',
    '[]',
    '7',
    '{"theme":"pink","nonsense":{}}',
    '{"boardOnLight":"\\"><script>"}',
    '{"__proto__":{"zen":true}}',
  ])
    expect(preferencesFromCookie(value)).toEqual(usual);
  expect(preferencesFromCookie('{"theme":"dark","volume":-3}')).toEqual({ ...usual, theme: 'dark' });
  fc.assert(fc.property(fc.string(), (value) => Preferences.safeParse(preferencesFromCookie(value)).success));
});

test('preferences are found among other cookies', () => {
  const own = readPreferences({ theme: 'dark', volume: 5 });
  const [pair] = preferencesCookie(own, false).split('; ');
  expect(preferencesFromHeader(`session=x; ${pair}; other=y`)).toEqual(own);
  for (const header of ['', 'session=x', `${PREFERENCES_COOKIE}=%`, `x${pair}`])
    expect(preferencesFromHeader(header)).toEqual(readPreferences({}));
});

test('with every preference changed, a request sends less than 1 kB of cookies', () => {
  const usual = readPreferences({});
  const changed = Object.fromEntries(
    Object.entries(usual).map(([name, value]) => [name, typeof value === 'boolean' ? !value : value]),
  );
  const all = readPreferences({
    ...changed,
    language: 'de',
    theme: 'light',
    boardOnLight: 'slate',
    boardOnDark: 'plaster',
    view: 'solid',
    coordinates: 'inside',
    input: 'click',
    confirm: 'always',
    confirmBy: 'undo',
    afterMove: 'next',
    volume: 99,
    computerStrength: 8,
    computerSetup: 'medium6',
    computerTime: '10+5',
    computerSide: 'north',
  });
  expect(Object.entries(all).filter(([name, value]) => Reflect.get(usual, name) === value)).toEqual([]);
  const [pair] = preferencesCookie(all, true).split('; ');
  expect(pair?.length).toBeLessThan(1024);
});
