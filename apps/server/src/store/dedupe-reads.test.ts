import { expect, test } from 'vitest';
import { dedupeReads } from './dedupe-reads.ts';

test('sixty concurrent requests cause two reads, and no answer is older than its request', async () => {
  const share = dedupeReads<number>();
  let written = 0;
  const finish: (() => void)[] = [];
  const read = () => {
    const seen = written;
    return new Promise<number>((resolve) => finish.push(() => resolve(seen)));
  };
  const first = share('log', read);
  written = 1;
  const later = Array.from({ length: 60 }, () => share('log', read));
  expect(finish).toHaveLength(1);
  finish[0]?.();
  expect(await first).toBe(0);
  await expect.poll(() => finish.length).toBe(2);
  finish[1]?.();
  expect(await Promise.all(later)).toEqual(later.map(() => 1));
});

test('a failed read fails for all its callers, and the next request starts a new read', async () => {
  const share = dedupeReads<string>();
  const failing = share('log', () => Promise.reject(new Error('away')));
  const next = share('log', async () => 'read');
  await expect(failing).rejects.toThrow('away');
  expect(await next).toBe('read');
  expect(await share('log', async () => 'read again')).toBe('read again');
});
