import { expect, test } from 'vitest';
import { guestName, guestNameWords, isGuestName, numberedGuestName, readGuestName } from './guest-names.ts';
import { MAX_ACCOUNT_NAME_LENGTH } from './limits.ts';

const { first, second } = guestNameWords();

test('two words make over forty thousand distinct names, all short enough for an appended number', () => {
  const count = first.length * second.length;
  expect(count).toBeGreaterThan(40_000);
  const names = Array.from({ length: count }, (_, n) => guestName(n));
  expect(new Set(names).size).toBe(count);
  expect(Math.max(...names.map((name) => name.length))).toBeLessThanOrEqual(MAX_ACCOUNT_NAME_LENGTH - 3);
  expect(names.every((name) => /^[A-Z][a-z]+-[A-Z][a-z]+$/.test(name))).toBe(true);
});

test.each(first.flatMap((word) => (second.includes(word) ? [word] : [])))('%s is in one list only', (word) => {
  expect(word).toBe('');
});

test('a number distinguishes two guests with the same name, within the maximum length', () => {
  for (let choice = 0; choice < 3000; choice += 1) {
    const name = numberedGuestName(guestName(choice * 7919), choice);
    expect(name.length).toBeLessThanOrEqual(MAX_ACCOUNT_NAME_LENGTH);
    expect(readGuestName(name)).toBe(name);
  }
});

test('a guest name is recognized in any case and with a space for the hyphen; other names are not', () => {
  expect(readGuestName('amber otter')).toBe('Amber-Otter');
  expect(readGuestName('AMBER_OTTER-12')).toBe('Amber-Otter-12');
  for (const name of ['Amber', 'Amber-Mira', 'Mira-Otter', 'Amber-Otter-0', 'Amber-Otter-1000', 'Amber-Otter-1-2', ''])
    expect(readGuestName(name), name).toBeUndefined();
  expect(['Amber-Otter', 'Guest-k7m2q', 'mira', 'amber-otter'].map(isGuestName)).toEqual([true, true, false, false]);
});
