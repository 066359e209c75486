import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { enqueueHydration } from './hydration-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('each is a task of its own, in the order they came, and what is called off is none', () => {
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

test('the first of all can be called off, and the next still has its turn', () => {
  const ran: string[] = [];
  enqueueHydration(() => ran.push('board'))();
  enqueueHydration(() => ran.push('plates'));
  vi.runAllTimers();
  expect(ran).toEqual(['plates']);
});
