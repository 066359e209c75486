import { parseSquare, startPosition } from '@terrace/rules';
import { expect, test } from 'vitest';
import { memoryStorage } from '#lib/device/testing/memory-storage.ts';
import { type HintName, hintFor, loadSeenHints, saveSeenHints } from './first-game.ts';

const position = startPosition('long');
const hint = (seen: readonly HintName[], selected: false | 'takes-own' | 'other' = false) =>
  hintFor({ position, side: 'south', selected, seen });

test('the first turn points out the goal, the next one the T, and then none does', () => {
  expect(hint([])).toEqual({ name: 'goal', square: parseSquare(8, 'h8') });
  expect(hint(['goal'])).toEqual({ name: 't', square: parseSquare(8, 'a1') });
  expect(hint(['goal', 't'])).toBeUndefined();
});

test('a selected piece has its signs explained instead, and the first own capture it could make', () => {
  expect(hint([], 'other')).toBeUndefined();
  expect(hint([], 'takes-own')).toEqual({ name: 'own', square: undefined });
  expect(hint(['own'], 'takes-own')).toBeUndefined();
});

test('what was seen is kept on the device; anything else that stands there counts as nothing', () => {
  const storage = memoryStorage();
  expect(loadSeenHints(storage)).toEqual([]);
  saveSeenHints(storage, ['goal', 'own']);
  expect(loadSeenHints(storage)).toEqual(['goal', 'own']);
  for (const text of ['nothing', '{}', '["flag"]']) {
    storage.write('hints seen', text);
    expect(loadSeenHints(storage)).toEqual([]);
  }
});
