import { expect, test } from 'vitest';
import { memoryStorage } from '#lib/device/testing/memory-storage.ts';
import { LESSON_KEYS } from './lessons.ts';
import { firstNotDone, lessonInHash, loadDone, saveDone } from './progress.ts';

test('completed lessons are stored on the device', () => {
  const storage = memoryStorage();
  expect(loadDone(storage)).toEqual([]);
  saveDone(storage, ['heights', 'up']);
  expect(loadDone(storage)).toEqual(['heights', 'up']);
});

test('unreadable progress counts as none', () => {
  for (const text of ['{', '7', '["wings"]']) {
    const storage = memoryStorage();
    storage.write('lessons done', text);
    expect(loadDone(storage)).toEqual([]);
  }
});

test('a visit resumes at the first unfinished lesson, or at the end', () => {
  expect(firstNotDone([])).toBe(0);
  expect(firstNotDone(['heights', 'up'])).toBe(1);
  expect(firstNotDone(LESSON_KEYS)).toBe(LESSON_KEYS.length);
});

test('a URL hash names a lesson by its number', () => {
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
