import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkName, nameKey } from './names.ts';

const LETTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-'];
const name = fc.array(fc.constantFrom(...LETTERS), { minLength: 2, maxLength: 20 }).map((letters) => letters.join(''));

test('the key of a key is the key itself, for any name in any case', () => {
  fc.assert(
    fc.property(name, (each) => {
      expect(nameKey(nameKey(each))).toBe(nameKey(each));
      expect(nameKey(each.toUpperCase())).toBe(nameKey(each.toLowerCase()));
    }),
  );
});

test('look-alikes have the same key, anywhere in the name', () => {
  const alike = fc.constantFrom(
    ['0', 'O'],
    ['o', '0'],
    ['1', 'l'],
    ['I', 'l'],
    ['rn', 'm'],
    ['vv', 'w'],
    ['5', 'S'],
    ['_', '-'],
  );
  fc.assert(
    fc.property(name, name, alike, (before, after, [one = '', other = '']) => {
      const [near, far] = [/[rv]$/i.test(before), /^[nv]/i.test(after)];
      fc.pre(!near && !far); // an adjacent letter would form another pair
      expect(nameKey(before + one + after)).toBe(nameKey(before + other + after));
    }),
  );
});

test('names that look different have different keys', () => {
  const names = ['Ann', 'Anna', 'Bert', 'Bort', 'mira', 'nira', 'Ann-2', 'Ann2', 'clark', 'dark'];
  expect(new Set(names.map(nameKey)).size).toBe(names.length);
});

test('a name has 2 to 20 letters, digits, _ and -', () => {
  for (const good of ['Al', 'mira_k', 'A-1', 'x'.repeat(20), '42']) expect(checkName(good).ok).toBe(true);
  for (const bad of ['a', '', 'x'.repeat(21)]) expect(checkName(bad)).toEqual({ ok: false, error: 'length' });
  for (const bad of ['Ann B', 'Zoë', 'аnna', 'a.b', '--', 'a\u200bb', 'a\nb'])
    expect(checkName(bad)).toEqual({ ok: false, error: 'letters' });
});

test('names of the site, its staff, sides and guests, and look-alikes of these, are reserved', () => {
  const names = [
    'Terrace',
    'terr4ce',
    'AmberOtter',
    'Amber-Mira',
    'ADMIN',
    'adm1n',
    'Administrator',
    'Guest-x7k2p',
    'guest',
    'Gue5t_1',
    'Moderator',
    'N0rth',
    'computer-3',
    'Computer_8',
    'Amber-Otter',
    'arnber_0tter',
    '-Amber-Otter-7',
  ];
  const refused = names.filter((each) => !checkName(each).ok);
  expect(refused).toEqual(names.filter((each) => !['terr4ce', 'AmberOtter', 'Amber-Mira'].includes(each)));
});
