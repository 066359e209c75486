import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { KeyChange } from '../runtime/nodes.ports.ts';
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
  const nodes: ReturnType<typeof start>[] = [];

  function start() {
    const carrier = network.join();
    const cluster = createCluster({
      carrier,
      scheduler,
      reportError: (error) => {
        throw error;
      },
    });
    const map = cluster.state.groups('values', Value);
    const keys = new Set<string>();
    const changes: KeyChange[] = [];
    map.onChange((group, key, change) => {
      changes.push(change);
      const isNew = !keys.has(`${group}/${key}`);
      expect(change === 'added').toBe(isNew);
      if (change === 'removed') keys.delete(`${group}/${key}`);
      else keys.add(`${group}/${key}`);
    });
    const own = new Map<string, number>();
    const node = { cluster, carrier, map, keys, changes, own, isAlive: true };
    cluster.start();
    return node;
  }

  const alive = () => nodes.filter(({ isAlive }) => isAlive);
  const stopHeartbeats = scheduler.every(BEAT_MS, () => {
    for (const { cluster } of alive())
      cluster.receiveHeartbeats(alive().map((node) => ({ node: node.cluster.bus.node, silentMs: 0 })));
  });

  function end(node: ReturnType<typeof start>): void {
    node.isAlive = false;
    node.cluster.close();
    void node.carrier.close();
  }

  return {
    network,
    nodes,
    alive,
    add() {
      const node = start();
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

function known({ map }: ReturnType<ReturnType<typeof createNodes>['alive']>[number], groups: readonly string[]) {
  return groups
    .flatMap((group) =>
      [...map.entries(group)].flatMap(([key]) =>
        [...map.get(group, key)].map(([node, { n }]) => `${group}/${key} at ${node}: ${n}`),
      ),
    )
    .sort();
}

const GROUPS = ['red', 'blue'];
const KEYS = ['one', 'two', 'three'];

const action = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('set' as const),
      group: fc.constantFrom(...GROUPS),
      key: fc.constantFrom(...KEYS),
      n: fc.nat(3),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('delete' as const),
      group: fc.constantFrom(...GROUPS),
      key: fc.constantFrom(...KEYS),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.nat(3_000) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('join' as const, 'kill' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('lose' as const), percent: fc.constantFrom(0, 10, 50, 100) }) },
);

test('after any sequence of changes, lost messages, joins and crashes, all nodes end up with the same entries', () => {
  const steps = fc.array(fc.tuple(fc.nat(), action), { maxLength: 60 });
  fc.assert(
    fc.property(steps, fc.infiniteStream(fc.nat(99)), (all, dice) => {
      const world = createNodes();
      for (let i = 0; i < 3; i += 1) world.add();
      for (const [number, each] of all) {
        const living = world.alive();
        const node = living[number % living.length];
        if (node === undefined) throw new Error('one always lives');
        switch (each.do) {
          case 'set':
            node.map.set(each.group, each.key, { n: each.n });
            node.own.set(`${each.group}/${each.key}`, each.n);
            break;
          case 'delete':
            node.map.delete(each.group, each.key);
            node.own.delete(`${each.group}/${each.key}`);
            break;
          case 'wait':
            time.advance(each.ms);
            break;
          case 'join':
            if (living.length < 5) world.add();
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
        expect(known(node, GROUPS)).toEqual(expected);
        expect(node.keys).toEqual(new Set(world.alive().flatMap(({ own }) => [...own.keys()])));
        expect(node.cluster.isFullyConnected()).toBe(true);
        for (const group of GROUPS) expect(node.map.size(group)).toBe([...node.map.entries(group)].length);
      }
      world.close();
    }),
    { numRuns: 60 },
  );
});

function pair() {
  const world = createNodes();
  const [a, b] = [world.add(), world.add()];
  time.advance(BEAT_MS);
  return { ...world, a, b };
}

test('a node that joins late receives all entries of the others, however many there are', () => {
  const { a, add, close } = pair();
  for (let n = 0; n < 1_234; n += 1) a.map.set('many', `${n}`, { n });
  time.advance(BEAT_MS);
  const late = add();
  time.advance(BEAT_MS);
  expect(late.map.size('many')).toBe(1_234);
  expect(late.changes).toHaveLength(1_234);
  close();
});

test('a lost part of a full transfer is requested again, and no node counts as gone in the meantime', () => {
  const { network, a, b, close } = pair();
  for (let n = 0; n < 1_600; n += 1) a.map.set('many', `${n}`, { n });
  time.advance(BEAT_MS);
  b.changes.splice(0);
  for (let lost = 2; lost <= 7; lost += 1) {
    let sent = 0;
    network.lose((from, to) => from === 0 && to === 1 && [1, lost].includes(++sent));
    time.advance(QUIET_MS);
    expect(sent).toBeGreaterThan(7);
    expect(b.map.size('many')).toBe(1_600);
    expect(b.changes).toEqual([]);
  }
  close();
});

test('setting an equal value publishes nothing, and a key of two nodes is removed only when both delete it', () => {
  const { a, b, close } = pair();
  a.map.set('red', 'one', { n: 1 });
  a.map.set('red', 'one', { n: 1 });
  b.map.set('red', 'one', { n: 2 });
  time.advance(BEAT_MS);
  a.map.delete('red', 'one');
  time.advance(BEAT_MS);
  expect(b.map.size('red')).toBe(1);
  b.map.delete('red', 'one');
  time.advance(BEAT_MS);
  expect(a.changes).toEqual(['added', 'changed', 'changed', 'removed']);
  expect(b.changes).toEqual(['added', 'changed', 'changed', 'removed']);
  close();
});

test('a map created late contains the entries received before', () => {
  const { a, b, close } = pair();
  a.cluster.state.groups('later', Value).set('red', 'one', { n: 7 });
  time.advance(BEAT_MS);
  expect([...b.cluster.state.groups('later', Value).entries('red')]).toEqual([['one', { n: 7 }]]);
  close();
});

test("a departing node's entries stay until it has been silent for long, even if that node removes them", () => {
  const { a, b, kill, add, close } = pair();
  a.map.set('red', 'one', { n: 1 });
  a.cluster.leave();
  a.cluster.freezeState();
  a.map.delete('red', 'one');
  time.advance(BEAT_MS);
  expect(b.map.size('red')).toBe(1);
  const late = add(); // requests the entries from before the departure
  time.advance(BEAT_MS);
  expect(late.map.size('red')).toBe(1);
  kill(a);
  time.advance(3_500);
  expect(b.map.size('red')).toBe(1);
  expect(b.cluster.isFullyConnected()).toBe(true);
  time.advance(QUIET_MS);
  expect(b.map.size('red')).toBe(0);
  expect(b.cluster.isFullyConnected()).toBe(true);
  close();
});
