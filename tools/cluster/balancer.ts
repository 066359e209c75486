import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const CHECK_EVERY_MS = 500;
const ANSWER_MS = 1_000;

/** How long a connection waits for a server, and the interval of the attempts. */
const WAIT_MS = 5_000;
const TRY_EVERY_MS = 100;

type Options = {
  /** Addresses such as http://127.0.0.1:3001, whether a server runs there or not. */
  readonly servers: readonly string[];
  readonly port?: number;
};

/**
 * A TCP proxy on loopback in front of several servers. Each connection goes to the next ready server, or to the one
 * after it if that refuses.
 */
export async function openBalancer({ servers, port = 0 }: Options) {
  const targets = servers.map((url) => new URL(url));
  const ready = new Set(targets);
  const ends = new Set<Socket>();
  const closing = new AbortController();
  let turn = 0;

  async function checkReady(target: URL): Promise<void> {
    const asked = fetch(new URL('/ready', target), { signal: AbortSignal.timeout(ANSWER_MS) });
    const isReady = await asked.then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) ready.add(target);
    else ready.delete(target);
  }

  async function keepChecking(target: URL): Promise<void> {
    while (!closing.signal.aborted) {
      await checkReady(target);
      await delay(CHECK_EVERY_MS, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }
  const checks = targets.map(keepChecking);

  function roundRobin(): readonly URL[] {
    turn = (turn + 1) % targets.length;
    const order = [...targets.slice(turn), ...targets.slice(0, turn)];
    return [...order.filter((target) => ready.has(target)), ...order.filter((target) => !ready.has(target))];
  }

  async function findServer(near: Socket): Promise<Socket | undefined> {
    const until = performance.now() + WAIT_MS;
    while (performance.now() < until && !near.destroyed) {
      for (const target of roundRobin()) {
        const far = await connected(target);
        if (far !== undefined) return far;
      }
      await delay(TRY_EVERY_MS);
    }
    return undefined;
  }

  async function relay(near: Socket): Promise<void> {
    near.on('error', () => near.destroy());
    ends.add(near).add(near.setNoDelay(true));
    near.once('close', () => ends.delete(near));
    const far = await findServer(near);
    if (far === undefined || near.destroyed) {
      near.destroy();
      far?.destroy();
      return;
    }
    ends.add(far.setNoDelay(true));
    near.pipe(far);
    far.pipe(near);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => other.destroy());
      one.once('close', () => {
        ends.delete(one);
        other.destroy();
      });
    }
  }

  const server = createServer((near) => void relay(near));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP listener has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close(): Promise<void> {
      closing.abort();
      for (const end of ends) end.destroy();
      server.close();
      await Promise.all(checks);
    },
  };
}

async function connected({ hostname, port }: URL): Promise<Socket | undefined> {
  const socket = connect(Number(port), hostname);
  try {
    await once(socket, 'connect');
    return socket;
  } catch {
    return undefined;
  }
}
