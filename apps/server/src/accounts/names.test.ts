import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkName, nameKey } from './names.ts';

const LETTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-'];
const name = fc.array(fc.constantFrom(...LETTERS), { minLength: 2, maxLength: 20 }).map((letters) => letters.join(''));

test('a key is its own key, whatever the name and the case', () => {
  fc.assert(
    fc.property(name, (each) => {
      expect(nameKey(nameKey(each))).toBe(nameKey(each));
      expect(nameKey(each.toUpperCase())).toBe(nameKey(each.toLowerCase()));
    }),
  );
});

test('what looks alike has one key, wherever it stands in the name', () => {
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
      fc.pre(!near && !far); // a letter before or after would make another pair
      expect(nameKey(before + one + after)).toBe(nameKey(before + other + after));
    }),
  );
});

test('names that do not look alike have keys of their own', () => {
  const names = ['Ann', 'Anna', 'Bert', 'Bort', 'mira', 'nira', 'Ann-2', 'Ann2', 'clark', 'dark'];
  expect(new Set(names.map(nameKey)).size).toBe(names.length);
});

test('a name has 2 to 20 letters, digits, _ and -', () => {
  for (const good of ['Al', 'mira_k', 'A-1', 'x'.repeat(20), '42']) expect(checkName(good).ok).toBe(true);
  for (const bad of ['a', '', 'x'.repeat(21)]) expect(checkName(bad)).toEqual({ ok: false, error: 'length' });
  for (const bad of ['Ann B', 'Zoë', 'аnna', 'a.b', '--', 'a\u200bb', 'a\nb'])
    expect(checkName(bad)).toEqual({ ok: false, error: 'letters' });
});

test('nobody is called like the site, its people, its sides or its guests, nor like something that looks so', () => {
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
