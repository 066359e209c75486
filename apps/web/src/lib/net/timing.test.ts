import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { retryDelayMs, runAfter } from './timing.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a command that was not saved is retried with growing delays; an outdated one is not', () => {
  expect(retryDelayMs({ code: 'not-saved' }, 0)).toBe(400);
  expect(retryDelayMs(undefined, 1)).toBe(800);
  expect(retryDelayMs({ code: 'not-saved' }, 9)).toBe(5000);
  expect(retryDelayMs({ code: 'too-many-requests', retryMs: 70 }, 0)).toBe(70);
  expect(retryDelayMs({ code: 'busy', retryMs: 2_000 }, 0)).toBe(2_000);
  expect(retryDelayMs({ code: 'stale', ply: 4 }, 0)).toBeUndefined();
});

test('a delayed call runs once unless it is canceled or its signal is aborted', () => {
  const page = new AbortController();
  const done: string[] = [];
  runAfter(100, page.signal, () => void done.push('first'));
  runAfter(200, page.signal, () => void done.push('second'))();
  runAfter(300, page.signal, () => void done.push('third'));
  vi.advanceTimersByTime(250);
  page.abort();
  runAfter(10, page.signal, () => void done.push('fourth'));
  expect(vi.getTimerCount()).toBe(0);
  expect(done).toEqual(['first']);
});
