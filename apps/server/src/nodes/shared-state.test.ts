import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { SharedMap } from '../runtime/nodes.ports.ts';
import { createNetwork } from '../testing/network.ts';
import { createVirtualTime } from '../testing/time.ts';
import { createCluster } from './cluster.ts';

const time = createVirtualTime();
const { scheduler } = time;

/** Longer than every delay here: until a node is gone, a heartbeat reveals a gap, or entries are requested again. */
const QUIET_MS = 12_000;

const BEAT_MS = 1_000;

const Value = z.object({ n: z.int() });

/** Nodes on a simulated network that write heartbeats to a simulated database while they are alive. */
function createNodes() {
  const network = createNetwork(scheduler);
  const nodes: Awaited<ReturnType<typeof start>>[] = [];

  async function start() {
    const carrier = network.join();
    const cluster = createCluster({
      carrier,
      scheduler,
      reportError: (error) => {
        throw error;
      },
    });
    const map = cluster.state.map('values', Value);
    const changes: string[] = [];
    map.onChange((key) => changes.push(key));
    const own = new Map<string, number>();
    const node = { cluster, carrier, map, changes, own, isAlive: true };
    await cluster.start();
    return node;
  }

  const alive = () => nodes.filter(({ isAlive }) => isAlive);
  const stopHeartbeats = scheduler.every(BEAT_MS, () => {
    for (const { cluster } of alive())
      cluster.receiveHeartbeats(alive().map((node) => ({ node: node.cluster.bus.node, silentMs: 0 })));
  });

  function end(node: Awaited<ReturnType<typeof start>>): void {
    node.isAlive = false;
    node.cluster.close();
    node.carrier.close();
  }

  return {
    network,
    nodes,
    alive,
    async add() {
      const node = await start();
      nodes.push(node);
      return node;
    },
    kill: end,
    close(): void {
      stopHeartbeats();
      for (const node of nodes) end(node);
    },
  };
}

function known({ map }: ReturnType<ReturnType<typeof createNodes>['alive']>[number]): string[] {
  return [...map.entries()]
    .flatMap(([key]) => [...map.get(key)].map(([node, { n }]) => `${key} at ${node}: ${n}`))
    .sort();
}

const sizeOf = (map: SharedMap<unknown>): number => [...map.entries()].length;

const KEYS = ['one', 'two', 'three', 'four'];

const action = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('set' as const),
      key: fc.constantFrom(...KEYS),
      n: fc.nat(3),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('delete' as const),
      key: fc.constantFrom(...KEYS),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.nat(3_000) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('join' as const, 'kill' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('lose' as const), percent: fc.constantFrom(0, 10, 50, 100) }) },
);

test('after any sequence of changes, lost messages, joins and crashes, all nodes end up with the same entries', async () => {
  const steps = fc.array(fc.tuple(fc.nat(), action), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(steps, fc.infiniteStream(fc.nat(99)), async (all, dice) => {
      const world = createNodes();
      for (let i = 0; i < 3; i += 1) await world.add();
      for (const [number, each] of all) {
        const living = world.alive();
        const node = living[number % living.length];
        if (node === undefined) throw new Error('one always lives');
        switch (each.do) {
          case 'set':
            node.map.set(each.key, { n: each.n });
            node.own.set(each.key, each.n);
            break;
          case 'delete':
            node.map.delete(each.key);
            node.own.delete(each.key);
            break;
          case 'wait':
            time.advance(each.ms);
            break;
          case 'join':
            if (living.length < 5) await world.add();
            break;
          case 'kill':
            if (living.length > 1) world.kill(node);
            break;
          case 'lose':
            world.network.lose((from, to) => from !== to && (dice.next().value ?? 0) < each.percent);
            break;
        }
      }
      world.network.lose(() => false);
      time.advance(QUIET_MS);
      const expected = world
        .alive()
        .flatMap(({ cluster, own }) => [...own].map(([id, n]) => `${id} at ${cluster.bus.node}: ${n}`))
        .sort();
      for (const node of world.alive()) {
        expect(known(node)).toEqual(expected);
        expect(node.cluster.isFullyConnected()).toBe(true);
      }
      world.close();
    }),
    { numRuns: 60 },
  );
});

async function pair() {
  const world = createNodes();
  const [a, b] = [await world.add(), await world.add()];
  time.advance(BEAT_MS);
  return { ...world, a, b };
}

test('a node that joins late receives all entries of the others, however many there are', async () => {
  const { a, add, close } = await pair();
  for (let n = 0; n < 1_234; n += 1) a.map.set(`${n}`, { n });
  time.advance(BEAT_MS);
  const late = await add();
  time.advance(BEAT_MS);
  expect(sizeOf(late.map)).toBe(1_234);
  expect(late.changes).toHaveLength(1_234);
  close();
});

test('a lost transfer is requested again', async () => {
  const { network, a, b, close } = await pair();
  network.lose((from, to) => from === 0 && to === 1);
  a.map.set('one', { n: 1 });
  time.advance(BEAT_MS / 2);
  let dropped = 0;
  network.lose((from, to) => from === 0 && to === 1 && ++dropped <= 3);
  time.advance(QUIET_MS);
  expect(known(b)).toEqual([`one at ${a.cluster.bus.node}: 1`]);
  close();
});

test('setting an equal value publishes nothing, and a key of two nodes is removed only when both delete it', async () => {
  const { a, b, close } = await pair();
  a.map.set('one', { n: 1 });
  a.map.set('one', { n: 1 });
  b.map.set('one', { n: 2 });
  time.advance(BEAT_MS);
  a.map.delete('one');
  time.advance(BEAT_MS);
  expect(sizeOf(b.map)).toBe(1);
  b.map.delete('one');
  time.advance(BEAT_MS);
  expect(a.changes).toHaveLength(4);
  expect(b.changes).toHaveLength(4);
  close();
});

test("a departing node's entries stay until it has been silent for long, even if that node removes them", async () => {
  const { a, b, kill, add, close } = await pair();
  a.map.set('one', { n: 1 });
  a.cluster.leave();
  a.cluster.freeze();
  a.map.delete('one');
  time.advance(BEAT_MS);
  expect(sizeOf(b.map)).toBe(1);
  const late = await add(); // requests the entries from before the departure
  time.advance(BEAT_MS);
  expect(sizeOf(late.map)).toBe(1);
  kill(a);
  time.advance(3_500);
  expect(sizeOf(b.map)).toBe(1);
  expect(b.cluster.isFullyConnected()).toBe(true);
  time.advance(QUIET_MS);
  expect(sizeOf(b.map)).toBe(0);
  expect(b.cluster.isFullyConnected()).toBe(true);
  close();
});
