import type { GameState } from '@terrace/game';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RenderedGame } from '#lib/game/game-versions.svelte.ts';
import { pollWhenIdle } from './idle-poll.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const SILENCE_MS = 20_000;

function startPolling() {
  const refresh = vi.fn<() => void>();
  const rendered = (state: Partial<GameState>) => ({ state }) as RenderedGame;
  const game = { rendered: rendered({ seq: 4, status: 'live' }), refresh };
  const page = Object.assign(new EventTarget(), { hidden: false });
  const lifetime = new AbortController();
  pollWhenIdle(game, lifetime.signal, page);
  return {
    refresh,
    lifetime,
    change: (change: Partial<Pick<GameState, 'seq' | 'status'>>) => {
      game.rendered = rendered({ ...game.rendered.state, ...change });
    },
    show: (hidden: boolean) => {
      page.hidden = hidden;
      page.dispatchEvent(new Event('visibilitychange'));
    },
  };
}

test('a silent game is polled repeatedly, and an active one is not', () => {
  const { refresh, change } = startPolling();
  for (let seq = 5; seq < 105; seq += 1) {
    vi.advanceTimersByTime(1_000);
    change({ seq });
  }
  expect(refresh).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2 * SILENCE_MS);
  expect(refresh).toHaveBeenCalled();
  const before = refresh.mock.calls.length;
  vi.advanceTimersByTime(5 * SILENCE_MS);
  expect(refresh.mock.calls.length).toBeGreaterThanOrEqual(before + 5);
  expect(refresh.mock.calls.length).toBeLessThan(before + 12);
});

test('a hidden page polls nothing until it is visible again, and then at once', () => {
  const { refresh, show } = startPolling();
  show(true);
  vi.advanceTimersByTime(10 * SILENCE_MS);
  expect(refresh).not.toHaveBeenCalled();
  show(false);
  expect(refresh).toHaveBeenCalledTimes(1);
  show(true);
  show(false);
  expect(refresh).toHaveBeenCalledTimes(1);
});

test('a waiting table is polled, and a finished game is not', () => {
  const { refresh, change } = startPolling();
  change({ status: 'over' });
  vi.advanceTimersByTime(10 * SILENCE_MS);
  expect(refresh).not.toHaveBeenCalled();
  change({ status: 'open' });
  vi.advanceTimersByTime(SILENCE_MS);
  expect(refresh).toHaveBeenCalled();
});

test('a closed page stops polling and leaves no timer', () => {
  const { refresh, lifetime, show } = startPolling();
  lifetime.abort();
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(10 * SILENCE_MS);
  show(true);
  show(false);
  expect(refresh).not.toHaveBeenCalled();
});
