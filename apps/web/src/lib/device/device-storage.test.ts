import { expect, test } from 'vitest';
import { DeviceStorage } from './device-storage.ts';
import { memoryStorage } from './testing/memory-storage.ts';

/** A browser's storage with room for texts of `quota` characters. */
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

test('blocked storage keeps texts until the page is closed', () => {
  const storage = memoryStorage();
  expect(storage.read('game')).toBeNull();
  expect(storage.write('game', 'moves')).toBe(false);
  expect(storage.read('game')).toBe('moves');
  storage.remove('game');
  expect(storage.read('game')).toBeNull();
});

test('a text without room is read instead of the older one, until a shorter one is saved', () => {
  const browser = browserStorage(5);
  const storage = new DeviceStorage(() => browser);
  expect(storage.write('game', 'old')).toBe(true);
  expect(storage.write('game', 'too long')).toBe(false);
  expect(storage.read('game')).toBe('too long');
  expect(storage.write('game', 'new')).toBe(true);
  expect([storage.read('game'), browser.getItem('game')]).toEqual(['new', 'new']);
});

test('a removed text is gone from the browser too', () => {
  const browser = browserStorage(5);
  const storage = new DeviceStorage(() => browser);
  storage.write('game', 'old');
  storage.write('game', 'too long');
  storage.remove('game');
  expect([storage.read('game'), browser.getItem('game')]).toEqual([null, null]);
});
