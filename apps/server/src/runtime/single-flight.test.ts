import { expect, test } from 'vitest';
import { createVirtualTime } from '../testing/time.ts';
import { poll, singleFlight } from './single-flight.ts';

const unexpected = (error: unknown): void => {
  throw error;
};
const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('requests during a run lead to one more run, and closing waits for the current run only', async () => {
  const ends: (() => void)[] = [];
  const flight = singleFlight(() => new Promise((resolve) => ends.push(resolve)), unexpected);
  for (let n = 0; n < 3; n += 1) flight.request();
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await expect.poll(() => ends.length).toBe(2);
  flight.request();
  const closed = flight.close();
  ends[1]?.();
  await closed;
  flight.request();
  expect(ends).toHaveLength(2);
});

test('a poll reports the error of a run and runs again after its interval, until it is closed', async () => {
  const time = createVirtualTime();
  const reported: unknown[] = [];
  let runs = 0;
  const failing = async () => {
    runs += 1;
    throw new Error(`run ${runs}`);
  };
  const { request, close } = poll(failing, { everyMs: 1_000, ...time, reportError: (error) => reported.push(error) });
  request();
  await soon();
  time.advance(999);
  expect(runs).toBe(1);
  time.advance(1);
  await soon();
  expect(reported).toEqual([new Error('run 1'), new Error('run 2')]);
  await close();
  time.advance(5_000);
  expect(runs).toBe(2);
  time.stop();
});
