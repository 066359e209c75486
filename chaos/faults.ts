import { setTimeout as delay } from 'node:timers/promises';
import { signalWorker } from '../bench/processes/workers.ts';
import type { Node } from './node.ts';
import type { Span } from './play.ts';
import type { Product } from './product.ts';
import type { Random } from './random.ts';

/** When recovery starts, by `performance.now()`, and the numbers of the affected clients; all if not given. */
export type Recovery = { readonly from: number; readonly clients?: readonly number[] | undefined };

/** Set if the fault's effect differs from its duration. `outage`: when no client could be served, in ms since 1970. */
type Done = Partial<Recovery> & { readonly outage?: Span };

/** Injects a fault. When it resolves, the cause is removed, but the product may not be healthy yet. */
type Fault = (product: Product, random: Random) => Promise<Done | undefined>;

function signal(name: NodeJS.Signals, pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
}

/**
 * Kills a node and restarts it. Its clients recover from its death on if another node runs, else from its restart on.
 */
async function killNode(product: Product, node: Node, downMs: number): Promise<Done> {
  const clients = product.clients.clientsAt(product.nodes.indexOf(node));
  const since = Date.now();
  node.signal('SIGKILL');
  const from = performance.now();
  await delay(downMs);
  await node.restart();
  return product.nodes.length === 1 ? { outage: { since, until: Date.now() } } : { from, clients };
}

/** Faults of one node and the services it uses. */
const OF_ONE: Readonly<Record<string, Fault>> = {
  'Postgres stopped': async (product, random) => {
    const pids = [product.postmaster(), ...product.backends()];
    const since = Date.now();
    signal('SIGSTOP', pids);
    await delay(random.between(1_000, 6_000));
    signal('SIGCONT', pids);
    return { outage: { since, until: Date.now() } };
  },
  'server killed': async (product, random) => killNode(product, product.anyNode(random), random.between(0, 4_000)),
  'answers of Postgres lost': async (product, random) => {
    const { database } = product.anyNode(random);
    database.weather.isHeld = true;
    await delay(random.between(1_000, 5_000));
    database.cut();
    database.weather.isHeld = false;
  },
  'messages doubled': async ({ clients }, random) => {
    clients.weather.isDoubling = true;
    await delay(random.between(3_000, 6_000));
    clients.weather.isDoubling = false;
  },
  'server stopped': async (product, random) => {
    const node = product.anyNode(random);
    node.signal('SIGSTOP');
    await delay(random.between(1_000, 7_000));
    node.signal('SIGCONT');
  },
  'clients cut off': async ({ clients }) => {
    clients.cut();
  },
  'Postgres killed': async (product) => {
    signal('SIGKILL', [product.postmaster()]);
  },
  'clients delayed': async ({ clients }, random) => {
    clients.weather.delayMs = random.between(200, 1_500);
    await delay(random.between(2_000, 5_000));
    clients.weather.delayMs = 0;
  },
  'a backend killed': async (product, random) => {
    const backend = random.pick(product.backends());
    if (backend !== undefined) signal('SIGKILL', [backend]);
  },
  'Postgres cut off': async (product, random) => {
    product.anyNode(random).database.cut();
  },
  'server and Postgres killed': async (product, random) => {
    signal('SIGKILL', [product.postmaster()]);
    const { outage } = await killNode(product, product.anyNode(random), random.between(0, 2_000));
    return outage && { outage };
  },
  'background work killed': async (product, random) => {
    signalWorker(product.anyNode(random).pid, 'jobs', 'SIGKILL');
  },
  'background work frozen': async (product, random) => {
    signalWorker(product.anyNode(random).pid, 'jobs', 'SIGSTOP'); // the server kills it after some seconds
  },
  'Postgres delayed': async (product, random) => {
    const { database } = product.anyNode(random);
    database.weather.delayMs = random.between(50, 400);
    await delay(random.between(2_000, 5_000));
    database.weather.delayMs = 0;
  },
};

const OF_SEVERAL: Readonly<Record<string, Fault>> = {
  'server ended': async (product, random) => {
    const node = product.anyNode(random);
    const clients = product.clients.clientsAt(product.nodes.indexOf(node));
    const from = performance.now();
    node.signal('SIGTERM');
    await node.ended;
    await delay(random.between(0, 2_000));
    await node.restart();
    return { from, clients };
  },
  'all servers killed': async ({ nodes }, random) => {
    const since = Date.now();
    for (const node of nodes) node.signal('SIGKILL');
    await delay(random.between(0, 1_000));
    const back = nodes.map((node) => node.restart());
    await Promise.race(back);
    const [from, outage] = [performance.now(), { since, until: Date.now() }];
    await Promise.all(back);
    return { from, outage };
  },
  'Redis ended': async (product, random) => {
    await product.stopRedis();
    await delay(random.between(500, 6_000));
    await product.startRedis();
  },
  'Redis emptied': async (product) => {
    await product.emptyRedis();
  },
  'Redis cut off': async (product, random) => {
    product.anyNode(random).redis?.cut();
  },
  'answers of Redis lost': async (product, random) => {
    const { redis } = product.anyNode(random);
    if (redis === undefined) return;
    redis.weather.isHeld = true;
    await delay(random.between(1_000, 6_000));
    redis.cut();
    redis.weather.isHeld = false;
  },
};

export const faultsOf = (nodeCount: number): Readonly<Record<string, Fault>> =>
  nodeCount === 1 ? OF_ONE : { ...OF_ONE, ...OF_SEVERAL };
