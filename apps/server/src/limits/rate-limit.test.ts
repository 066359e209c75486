import { expect, test } from 'vitest';
import { createRateLimit } from './rate-limit.ts';

function limitAt(points: number, duration: number) {
  let at = 0;
  const limit = createRateLimit({ points, duration }, () => at);
  return {
    ...limit,
    wait: (ms: number) => {
      at += ms;
    },
  };
}

test('a key may use its points once per window, which begins with its first attempt', () => {
  const { consume, wait } = limitAt(3, 10);
  wait(4_000);
  expect(consume('one', 2)).toBeUndefined();
  wait(5_000);
  expect(consume('one')).toBeUndefined();
  expect(consume('one')).toEqual({ code: 'too-many-requests', retryMs: 5_000 });
  wait(2_000); // half of the windows are dropped, but not this one
  expect(consume('other')).toBeUndefined();
  expect(consume('one')).toEqual({ code: 'too-many-requests', retryMs: 3_000 });
  wait(3_000);
  expect(consume('one', 3)).toBeUndefined();
  expect(consume('one')).toEqual({ code: 'too-many-requests', retryMs: 10_000 });
});

test('keys are counted separately', () => {
  const { consume } = limitAt(1, 1);
  expect(['one', 'other', 'one'].map((key) => consume(key)?.code)).toEqual([undefined, undefined, 'too-many-requests']);
});

test('a refunded attempt does not count', () => {
  const { consume, refund } = limitAt(1, 1);
  expect(consume('one')).toBeUndefined();
  refund('one');
  expect(consume('one')).toBeUndefined();
  expect(consume('one')).toBeDefined();
});
