import { GameId } from '@terrace/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createNetwork } from '../testing/network.ts';
import { createVirtualTime } from '../testing/time.ts';
import { BUS_HEARTBEAT_EVERY_MS, createBus, LOBBY_CHANNEL } from './bus.ts';
import type { Carrier } from './carrier.ts';

const time = createVirtualTime();
const { scheduler } = time;

function fail(error: unknown): void {
  throw error;
}

async function startBus(
  node: string,
  network: { join(): Carrier } = createNetwork(scheduler),
  reportError: (error: unknown) => unknown = fail,
) {
  const bus = createBus({
    node,
    carrier: network.join(),
    scheduler,
    reportError: (error) => void reportError(error),
  });
  const numbers = bus.topic('numbers', z.int());
  const received: [number, string][] = [];
  const gaps: [string, number][] = [];
  numbers.on((n, from) => received.push([n, from]));
  bus.onGap((from, missedMs) => gaps.push([from, missedMs]));
  await bus.start();
  return { bus, numbers, received, gaps };
}

test('published messages reach the other nodes, announced messages also reach this one', async () => {
  const network = createNetwork(scheduler);
  const [a, b] = [await startBus('a', network), await startBus('b', network)];
  a.numbers.publish(1);
  a.numbers.announce(2);
  time.advance(10);
  expect(a.received).toEqual([[2, 'a']]);
  expect(b.received).toEqual([
    [1, 'a'],
    [2, 'a'],
  ]);
});

test('the first message of a node is a gap of unlimited length, and the receiver sends a heartbeat at once', async () => {
  const network = createNetwork(scheduler);
  const a = await startBus('a', network);
  time.advance(10);
  const b = await startBus('b', network);
  time.advance(10);
  expect(a.gaps).toEqual([['b', Number.POSITIVE_INFINITY]]);
  expect(b.gaps).toEqual([['a', Number.POSITIVE_INFINITY]]);
  for (const { bus } of [a, b]) bus.close();
});

test('a heartbeat reveals lost messages and the time since the last received one, and nothing else is a gap', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 30 }), async (lost) => {
      const network = createNetwork(scheduler);
      const [a, b] = [await startBus('a', network), await startBus('b', network)];
      time.advance(BUS_HEARTBEAT_EVERY_MS / 2);
      b.gaps.splice(0);
      for (const [n, isLost] of lost.entries()) {
        network.lose((from, to) => isLost && from === 0 && to === 1);
        a.numbers.publish(n);
      }
      network.lose(() => false);
      time.advance(BUS_HEARTBEAT_EVERY_MS);
      const kept = lost.flatMap((isLost, n) => (isLost ? [] : [n]));
      expect(b.received.map(([n]) => n)).toEqual(kept);
      const runs = lost.filter((isLost, i) => isLost && !lost[i - 1]).length;
      expect(b.gaps.map(([from]) => from)).toEqual(Array.from({ length: runs }, () => 'a'));
      for (const [, missedMs] of b.gaps) expect(missedMs).toBeLessThanOrEqual(2 * BUS_HEARTBEAT_EVERY_MS);
      for (const { bus } of [a, b]) bus.close();
    }),
    { numRuns: 50 },
  );
});

test('a malformed message is reported and delivered to no listener, and an unknown topic is ignored', async () => {
  const network = createNetwork(scheduler);
  const reported: unknown[] = [];
  const a = await startBus('a', network, () => undefined);
  const b = await startBus('b', network, (error) => reported.push(error));
  a.bus.topic('of a later version', z.string()).publish('something');
  const other = network.join();
  await other.send(LOBBY_CHANNEL, JSON.stringify({ from: 'c', n: 1, topic: 'numbers', body: 'one' }));
  await other.send(LOBBY_CHANNEL, JSON.stringify({ hello: 'world' }));
  a.numbers.publish(2);
  time.advance(10);
  expect(b.received).toEqual([[2, 'a']]);
  expect(reported).toHaveLength(2);
});

test('a forgotten node that sends again is a gap', async () => {
  const network = createNetwork(scheduler);
  const [a, b] = [await startBus('a', network), await startBus('b', network)];
  a.numbers.publish(1);
  time.advance(10);
  expect(b.bus.silentMs('a')).toBeLessThanOrEqual(10);
  b.bus.forget('a');
  expect(b.bus.silentMs('a')).toBe(Number.POSITIVE_INFINITY);
  a.numbers.publish(2);
  time.advance(10);
  expect(b.gaps).toHaveLength(2);
});

test('a listener that throws is reported, and affects neither the publisher nor other listeners', async () => {
  const network = createNetwork(scheduler);
  const reported: unknown[] = [];
  const a = createBus({
    node: 'a',
    carrier: network.join(),
    scheduler,
    reportError: (error) => reported.push(error),
  });
  const fault = new Error('a listener failed');
  const numbers = a.topic('numbers', z.int());
  numbers.on(() => {
    throw fault;
  });
  const delivered: number[] = [];
  numbers.on((n) => delivered.push(n));
  numbers.announce(1);
  expect(delivered).toEqual([1]);
  expect(reported).toEqual([fault]);
});

test("a gap listener that throws affects neither the other gap listeners nor the message's delivery", async () => {
  const network = createNetwork(scheduler);
  const reported: unknown[] = [];
  const [a, b] = [
    await startBus('a', network),
    createBus({
      node: 'b',
      carrier: network.join(),
      scheduler,
      reportError: (error) => reported.push(error),
    }),
  ];
  b.onGap(() => {
    throw new Error('a listener failed');
  });
  const gaps: string[] = [];
  b.onGap((from) => gaps.push(from));
  const delivered: number[] = [];
  b.topic('numbers', z.int()).on((n) => delivered.push(n));
  await b.start();
  a.numbers.publish(1);
  time.advance(10);
  expect({ gaps, delivered, faults: reported.length }).toEqual({ gaps: ['a'], delivered: [1], faults: 1 });
});

test('registering a topic twice throws, so that the first one keeps its messages', async () => {
  const { bus } = await startBus('a');
  expect(() => bus.topic('numbers', z.string())).toThrow('duplicate bus topic "numbers"');
});

const game = GameId.parse('abcdefgh1234');
const channel = `game:${game}`;

test('a node that is alone at a game publishes nothing about it', async () => {
  const network = createNetwork(scheduler);
  const { bus } = await startBus('a', network);
  const counts = bus.scopedTopic('game', 'counts', z.int());
  await bus.subscribe(channel);
  for (let n = 0; n < 5; n += 1) {
    counts.publish(game, n);
    await elapse(1);
  }
  expect(network.sentTo(channel)).toBe(1); // the first finds no other subscriber
});

test('a node that joins a game knows all that was published before the answer to its question, and receives the rest', async () => {
  const aWait = fc.nat({ max: 3 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(aWait, { minLength: 1, maxLength: 20 }),
      fc.nat({ max: 19 }),
      aWait,
      async (waits, joinsAt, replyMs) => {
        const network = createNetwork(scheduler);
        const a = await startBus('a', { join: () => network.join(replyMs) });
        const b = await startBus('b', network);
        time.advance(10);
        const schemas = { question: z.null(), answer: z.int() };
        let last = 0;
        const counts = a.bus.scopedTopic('game', 'counts', z.int());
        a.bus.scopedQuestion('game', 'last', schemas, () => last);
        const ask = b.bus.scopedQuestion('game', 'last', schemas, () => 0);
        const received: number[] = [];
        b.bus.scopedTopic('game', 'counts', z.int()).on((_, n) => received.push(n));
        await a.bus.subscribe(channel);

        let answered: ReturnType<typeof ask> | undefined;
        for (const [i, ms] of [...waits, 10].entries()) {
          if (i === Math.min(joinsAt, waits.length - 1)) {
            await b.bus.subscribe(channel);
            answered = ask(game, null);
          }
          last += 1;
          counts.publish(game, last);
          await elapse(ms);
        }

        const known = Math.max(...((await answered)?.answers ?? []));
        const later = Array.from({ length: last - known }, (_, i) => known + 1 + i);
        expect(received).toEqual(expect.arrayContaining(later));
        for (const { bus } of [a, b]) bus.close();
      },
    ),
    { numRuns: 500 },
  );
});

test('a node whose subscriptions are interrupted publishes to the only other node', async () => {
  const network = createNetwork(scheduler);
  const carrier = network.join();
  let interrupt = (): void => undefined;
  const a = await startBus('a', {
    join: () => ({
      ...carrier,
      onInterrupted(listener) {
        interrupt = listener;
      },
    }),
  });
  const b = await startBus('b', network);
  const received: number[] = [];
  b.bus.scopedTopic('game', 'counts', z.int()).on((_, n) => received.push(n));
  const counts = a.bus.scopedTopic('game', 'counts', z.int());
  await a.bus.subscribe(channel);
  await b.bus.subscribe(channel);
  carrier.unsubscribe(channel);
  interrupt();
  for (const n of [1, 2, 3]) {
    counts.publish(game, n);
    await elapse(2);
  }
  expect(received).toEqual([1, 2, 3]);
});

async function elapse(ms: number): Promise<void> {
  for (let waited = 0; waited < ms; waited += 1) {
    await new Promise(setImmediate);
    time.advance(1);
  }
  await new Promise(setImmediate);
}
