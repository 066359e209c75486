import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { createConcurrency } from './concurrency.ts';

function request() {
  let finish = () => {};
  const done = new Promise<undefined>((resolve) => {
    finish = () => resolve(undefined);
  });
  return { done, finish };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('requests above the running and waiting limits are rejected at once', async () => {
  const group = createConcurrency({ running: 2, waiting: 3, perAddress: 9 });
  const requests = Array.from({ length: 6 }, request);
  const admitted: number[] = [];
  const refused: number[] = [];
  for (const [n, { done }] of requests.entries()) {
    void group.enter('here', done).then((may) => (may ? admitted : refused).push(n));
    await settled();
  }
  expect([admitted, refused]).toEqual([[0, 1], [5]]);
  requests[0]?.finish();
  await settled();
  expect(admitted).toEqual([0, 1, 2]);
});

test('one address never exceeds its quota, so other addresses always find a place', async () => {
  const group = createConcurrency({ running: 4, waiting: 4, perAddress: 3 });
  const greedy = await Promise.race([
    Promise.all(Array.from({ length: 5 }, () => group.enter('greedy', request().done))),
    settled(),
  ]);
  expect(greedy).toEqual([true, true, true, false, false]);
  expect(await group.enter('other', request().done)).toBe(true);
});

test('all places are free again once all requests are done, in any order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 20 }),
      fc.infiniteStream(fc.nat()),
      async (addresses, order) => {
        const group = createConcurrency({ running: 2, waiting: 4, perAddress: 3 });
        const open = addresses.map((address) => {
          const one = request();
          void group.enter(address, one.done);
          return one;
        });
        while (open.length > 0) open.splice((order.next().value ?? 0) % open.length, 1)[0]?.finish();
        await settled();
        await settled();
        const again = ['a', 'b'].map((address) => group.enter(address, Promise.resolve(undefined)));
        expect(await Promise.all(again)).toEqual([true, true]);
      },
    ),
    { numRuns: 50 },
  );
});

test('requests of one address run one after another with a cooldown, without delaying other addresses', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
  try {
    const group = createConcurrency({ running: 2, waiting: 9, perAddress: 9, cooldownFactor: 4 });
    const begun: string[] = [];
    const [first, second, other] = [request(), request(), request()];
    void group.enter('busy', first.done).then(() => begun.push('first'));
    void group.enter('busy', second.done).then(() => begun.push('second'));
    void group.enter('other', other.done).then(() => begun.push('other'));
    await settled();
    expect(begun).toEqual(['first', 'other']);
    vi.advanceTimersByTime(20);
    first.finish();
    await settled();
    vi.advanceTimersByTime(79);
    await settled();
    expect(begun).toEqual(['first', 'other']);
    vi.advanceTimersByTime(1);
    await settled();
    expect(begun).toEqual(['first', 'other', 'second']);
  } finally {
    vi.useRealTimers();
  }
});
