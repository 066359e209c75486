import { parseSquare, startPosition } from '@terrace/rules';
import { expect, test } from 'vitest';
import { memoryStorage } from '#lib/device/testing/memory-storage.ts';
import { type HintName, hintFor, loadSeenHints, saveSeenHints } from './first-game.ts';

const position = startPosition('long');
const hint = (seen: readonly HintName[], selected: false | 'takes-own' | 'other' = false) =>
  hintFor({ position, side: 'south', selected, seen });

test('the first turn hints at the goal, the second at the T, and later turns show no hint', () => {
  expect(hint([])).toEqual({ name: 'goal', square: parseSquare(8, 'h8') });
  expect(hint(['goal'])).toEqual({ name: 't', square: parseSquare(8, 'a1') });
  expect(hint(['goal', 't'])).toBeUndefined();
});

test('while a piece is selected, the only hint is about the first possible own capture', () => {
  expect(hint([], 'other')).toBeUndefined();
  expect(hint([], 'takes-own')).toEqual({ name: 'own', square: undefined });
  expect(hint(['own'], 'takes-own')).toBeUndefined();
});

test('the device stores the hints seen, and unreadable data counts as none', () => {
  const storage = memoryStorage();
  expect(loadSeenHints(storage)).toEqual([]);
  saveSeenHints(storage, ['goal', 'own']);
  expect(loadSeenHints(storage)).toEqual(['goal', 'own']);
  for (const text of ['nothing', '{}', '["flag"]']) {
    storage.write('hints seen', text);
    expect(loadSeenHints(storage)).toEqual([]);
  }
});
