import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { enqueueHydration } from './hydration-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('parts are hydrated in order, each in its own task, and a cancelled one is skipped', () => {
  const ran: string[] = [];
  enqueueHydration(() => ran.push('board'));
  const callOff = enqueueHydration(() => ran.push('plates'));
  enqueueHydration(() => {
    ran.push('moves');
    enqueueHydration(() => ran.push('what came with the moves'));
  });
  expect(ran).toEqual([]);
  vi.advanceTimersToNextTimer();
  expect(ran).toEqual(['board']);
  callOff();
  vi.advanceTimersToNextTimer();
  expect(ran).toEqual(['board', 'moves']);
  vi.advanceTimersToNextTimer();
  expect(ran).toEqual(['board', 'moves', 'what came with the moves']);
  expect(vi.getTimerCount()).toBe(0);
});

test('cancelling the first part does not stop the next one', () => {
  const ran: string[] = [];
  enqueueHydration(() => ran.push('board'))();
  enqueueHydration(() => ran.push('plates'));
  vi.runAllTimers();
  expect(ran).toEqual(['plates']);
});
