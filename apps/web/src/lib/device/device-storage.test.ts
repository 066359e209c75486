import { expect, test } from 'vitest';
import { DeviceStorage } from './device-storage.ts';
import { memoryStorage } from './testing/memory-storage.ts';

function browserStorage(quota: number): Storage {
  const kept = new Map<string, string>();
  return {
    length: 0,
    clear: () => kept.clear(),
    key: () => null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => {
      if (text.length > quota) throw new DOMException('no room', 'QuotaExceededError');
      kept.set(key, text);
    },
    removeItem: (key) => void kept.delete(key),
  };
}

test('texts survive until the page is closed if storage is blocked', () => {
  const storage = memoryStorage();
  expect(storage.read('game')).toBeNull();
  expect(storage.write('game', 'moves')).toBe(false);
  expect(storage.read('game')).toBe('moves');
  storage.remove('game');
  expect(storage.read('game')).toBeNull();
});

test('a text over the quota hides the stored one, until a shorter text is saved', () => {
  const browser = browserStorage(5);
  const storage = new DeviceStorage(() => browser);
  expect(storage.write('game', 'old')).toBe(true);
  expect(storage.write('game', 'too long')).toBe(false);
  expect(storage.read('game')).toBe('too long');
  expect(storage.write('game', 'new')).toBe(true);
  expect([storage.read('game'), browser.getItem('game')]).toEqual(['new', 'new']);
});

test('removing a text deletes it from the browser', () => {
  const browser = browserStorage(5);
  const storage = new DeviceStorage(() => browser);
  storage.write('game', 'old');
  storage.write('game', 'too long');
  storage.remove('game');
  expect([storage.read('game'), browser.getItem('game')]).toEqual([null, null]);
});
