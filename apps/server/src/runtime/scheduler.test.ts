import { expect, test } from 'vitest';
import { createVirtualTime } from '../testing/time.ts';
import { pause, realScheduler } from './scheduler.ts';

test('a pause ends when its time has passed, and an abort ends it with its reason', async () => {
  const { scheduler, advance } = createVirtualTime();
  const ends: string[] = [];
  const start = (signal: AbortSignal) =>
    pause(scheduler, 1_000, signal).then(
      () => ends.push('over'),
      (reason: unknown) => ends.push(String(reason)),
    );
  const stopping = new AbortController();
  const pauses = [start(new AbortController().signal), start(stopping.signal), start(AbortSignal.abort('too late'))];
  advance(999);
  stopping.abort('stopped');
  await Promise.all(pauses.slice(1));
  expect(ends.toSorted()).toEqual(['stopped', 'too late']);
  advance(1);
  await pauses[0];
  expect(ends.at(-1)).toBe('over');
});

test('machine timers fire until they are cancelled', async () => {
  const { after, every, now } = realScheduler(() => 5);
  const fired: string[] = [];
  after(0, () => fired.push('cancelled'))();
  await new Promise<void>((resolve) => {
    const stop = every(1, () => {
      if (fired.push('again') < 3) return;
      stop();
      after(5, resolve);
    });
  });
  expect({ fired, now: now() }).toEqual({ fired: ['again', 'again', 'again'], now: 5 });
});

test('virtual timers fire in order, each at its own time, and once each in a jump', () => {
  const { scheduler, now, advance, jump } = createVirtualTime({ from: 0 });
  const fired: string[] = [];
  scheduler.every(400, () => fired.push(`every ${now()}`));
  scheduler.after(500, () => scheduler.after(200, () => fired.push(`after ${now()}`)));
  advance(1_000);
  expect(fired.splice(0)).toEqual(['every 400', 'after 700', 'every 800']);
  jump(10_000);
  expect(fired).toEqual(['every 11000']);
});

test('a virtual clock that runs ten times as fast fires its timers without being advanced', async () => {
  const { scheduler, now, stop } = createVirtualTime({ speed: 10, from: 0 });
  await new Promise<void>((resolve) => scheduler.after(200, resolve));
  expect(now()).toBeGreaterThanOrEqual(200);
  stop();
});
