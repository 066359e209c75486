import { expect, test } from 'vitest';
import { createNetwork } from '../testing/network.ts';
import { createVirtualTime } from '../testing/time.ts';
import { createBus } from './bus.ts';
import { createCluster } from './cluster.ts';
import { createMembers } from './members.ts';
import { createSharedState } from './shared-state.ts';

const time = createVirtualTime();
const { scheduler } = time;

async function pair() {
  const network = createNetwork(scheduler);
  const start = async () => {
    const cluster = createCluster({
      carrier: network.join(),
      scheduler,
      reportError: (error) => {
        throw error;
      },
    });
    const notifications: (boolean | string)[] = [];
    cluster.onFullyConnected((isConnected) => notifications.push(isConnected));
    cluster.onGone(() => notifications.push('gone'));
    await cluster.start();
    return { ...cluster, notifications };
  };
  const [a, b] = [await start(), await start()];
  const pass = (seconds: number, beating = [a, b]) => {
    for (let s = 0; s < seconds; s += 1) {
      for (const one of [a, b]) one.receiveHeartbeats(beating.map(({ bus }) => ({ node: bus.node, silentMs: 0 })));
      time.advance(1_000);
    }
  };
  pass(2);
  return { network, a, b, pass };
}

test('connected nodes know each other and are fully connected', async () => {
  const { a, b } = await pair();
  for (const one of [a, b]) {
    expect([one.isFullyConnected(), one.hasOthers()]).toEqual([true, true]);
    expect(one.notifications).toEqual([]);
    one.close();
  }
});

test('a live but unreachable node is not gone, and the cluster is not fully connected until it is reachable again', async () => {
  const { network, a, b, pass } = await pair();
  network.lose((from, to) => from !== to);
  pass(20);
  expect([a.isFullyConnected(), b.isFullyConnected(), a.hasOthers()]).toEqual([false, false, true]);
  expect(a.notifications).toEqual([false]);
  network.lose(() => false);
  pass(3);
  expect([a.isFullyConnected(), b.isFullyConnected()]).toEqual([true, true]);
  expect(a.notifications).toEqual([false, true]);
  for (const one of [a, b]) one.close();
});

test('a killed node is gone within seconds, and the remaining nodes are fully connected', async () => {
  const { a, b, pass } = await pair();
  b.close();
  pass(9, [a]);
  expect([a.isFullyConnected(), a.hasOthers()]).toEqual([true, false]);
  expect(a.notifications).toContain('gone');
  a.close();
});

test('a node that announced its departure is neither missing nor a node to hand over to', async () => {
  const { a, b, pass } = await pair();
  b.leave();
  b.freeze();
  time.advance(10);
  expect(a.hasOthers()).toBe(false);
  b.close();
  pass(12, [a]);
  expect(a.isFullyConnected()).toBe(true);
  expect(a.notifications).toEqual(['gone']);
  a.close();
});

test('after a stall, a node processes the pending messages before it declares any node gone', async () => {
  const network = createNetwork(scheduler);
  const reportError = (error: unknown) => {
    throw error;
  };
  const bus = createBus({ node: 'here', carrier: network.join(), scheduler, reportError });
  const members = createMembers({
    bus,
    state: createSharedState({ bus, scheduler, reportError }),
    scheduler,
    reportError,
  });
  await bus.start();
  members.start();
  const there = createBus({ node: 'there', carrier: network.join(), scheduler, reportError });
  await there.start();
  time.advance(2_000);
  time.jump(20_000);
  expect(members.hasOthers()).toBe(true);
  there.close();
  time.advance(8_000);
  expect(members.hasOthers()).toBe(false);
  members.close();
});
