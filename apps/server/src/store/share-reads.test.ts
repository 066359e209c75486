import { expect, test } from 'vitest';
import { shareReads } from './share-reads.ts';

test('sixty who ask at once cost two reads, and nobody’s answer is older than the question', async () => {
  const share = shareReads<number>();
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

test('a read that fails fails for those who shared it, and the next one begins anew', async () => {
  const share = shareReads<string>();
  const failing = share('log', () => Promise.reject(new Error('away')));
  const next = share('log', async () => 'read');
  await expect(failing).rejects.toThrow('away');
  expect(await next).toBe('read');
  expect(await share('log', async () => 'read again')).toBe('read again');
});
