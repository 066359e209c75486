import { messages } from '@terrace/messages';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadForAction, loadPart } from './load-part.ts';
import { toaster } from './toaster.svelte.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function unreliable(failures: number) {
  const tries = { count: 0 };
  const load = async () => {
    tries.count++;
    if (tries.count <= failures) throw new TypeError('Failed to fetch dynamically imported module');
    return 'part';
  };
  return { tries, load };
}

test('loading a part succeeds on the second try', async () => {
  const { tries, load } = unreliable(1);
  const loaded = loadPart(load);
  await vi.runAllTimersAsync();
  expect(await loaded).toBe('part');
  expect(tries.count).toBe(2);
});

test('loading a part fails after two tries', async () => {
  const { tries, load } = unreliable(9);
  const loaded = expect(loadPart(load)).rejects.toThrow(TypeError);
  await vi.runAllTimersAsync();
  await loaded;
  expect(tries.count).toBe(2);
});

test('an action whose part cannot be loaded does nothing and shows a message', async () => {
  const loaded = loadForAction(unreliable(9).load);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await loaded).toBeUndefined();
  expect(toaster.text).toBe(messages.site.missingPart.sentence);
});
