import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Autoplay, delayBefore } from './autoplay.svelte.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const playback = (lastIndex: number) => ({
  viewedIndex: lastIndex,
  lastIndex,
  keptMoves: [],
  show(index: number) {
    this.viewedIndex = index;
  },
});

test('autoplay at the last position restarts at the beginning and stops at the end', () => {
  const shown = playback(3);
  const autoplay = new Autoplay(shown);
  autoplay.start();
  expect(shown.viewedIndex).toBe(0);
  vi.advanceTimersByTime(1000);
  expect(shown.viewedIndex).toBe(1);
  vi.advanceTimersByTime(2000);
  expect(shown.viewedIndex).toBe(3);
  expect(autoplay.running).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

test('stopped autoplay shows no more moves', () => {
  const shown = playback(3);
  const autoplay = new Autoplay(shown);
  autoplay.toggle();
  autoplay.toggle();
  vi.advanceTimersByTime(5000);
  expect(shown.viewedIndex).toBe(0);
});

test('at played speed a move takes the time its player took, within limits', () => {
  const move = (tookMs: number | undefined) => ({ tookMs });
  expect([100, 4000, 60_000].map((ms) => delayBefore(move(ms), 'played'))).toEqual([300, 4000, 15_000]);
  expect(delayBefore(move(4000), 500)).toBe(500);
  expect(delayBefore(undefined, 'played')).toBe(1000);
});
