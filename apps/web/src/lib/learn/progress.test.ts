import { expect, test } from 'vitest';
import { LESSON_KEYS } from './lessons.ts';
import { firstNotDone, lessonInHash, loadDone, saveDone } from './progress.ts';

function shelf(held = new Map<string, string>()): Storage {
  return {
    length: 0,
    clear: () => held.clear(),
    key: () => null,
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => void held.set(key, value),
    removeItem: (key) => void held.delete(key),
  };
}

test('what is done is kept on the device', () => {
  const storage = shelf();
  expect(loadDone(storage)).toEqual([]);
  saveDone(storage, ['heights', 'up']);
  expect(loadDone(storage)).toEqual(['heights', 'up']);
});

test('what does not read as lessons counts as none', () => {
  for (const text of ['{', '7', '["wings"]']) {
    expect(loadDone(shelf(new Map([['lessons done', text]])))).toEqual([]);
  }
});

test('a visit goes on with the first lesson not done, and with the end after all', () => {
  expect(firstNotDone([])).toBe(0);
  expect(firstNotDone(['heights', 'up'])).toBe(1);
  expect(firstNotDone(LESSON_KEYS)).toBe(LESSON_KEYS.length);
});

test('an address names a lesson by its number', () => {
  const end = LESSON_KEYS.length;
  expect(['#1', `#${end}`, `#${end + 1}`, '#0', `#${end + 2}`, '', '#x'].map(lessonInHash)).toEqual([
    0,
    end - 1,
    end,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
