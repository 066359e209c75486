import { messages } from '@terrace/messages';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadForAction, loadPart } from './load-part.ts';
import { toaster } from './toaster.svelte.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Fails as often as it is told to, then loads. */
function unreliable(failures: number) {
  const tries = { count: 0 };
  const load = async () => {
    tries.count++;
    if (tries.count <= failures) throw new TypeError('Failed to fetch dynamically imported module');
    return 'part';
  };
  return { tries, load };
}

test('a part is loaded at the second try when the first one fails', async () => {
  const { tries, load } = unreliable(1);
  const loaded = loadPart(load);
  await vi.runAllTimersAsync();
  expect(await loaded).toBe('part');
  expect(tries.count).toBe(2);
});

test('a part that fails twice is a failure', async () => {
  const { tries, load } = unreliable(9);
  const loaded = expect(loadPart(load)).rejects.toThrow(TypeError);
  await vi.runAllTimersAsync();
  await loaded;
  expect(tries.count).toBe(2);
});

test('an action whose part fails twice does nothing and says so', async () => {
  const loaded = loadForAction(unreliable(9).load);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await loaded).toBeUndefined();
  expect(toaster.text).toBe(messages.site.missingPart.sentence);
});
