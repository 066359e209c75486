import { setTimeout as delay } from 'node:timers/promises';
import type { Product } from './product.ts';
import type { Random } from './random.ts';

/** Sends a signal to whichever of the processes are still there. */
function signal(name: NodeJS.Signals, pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
}

async function killServer(product: Product, downMs: number): Promise<void> {
  product.server.kill('SIGKILL');
  await delay(downMs);
  await product.restart();
}

async function stopFor(ms: number, pids: readonly number[]): Promise<void> {
  signal('SIGSTOP', pids);
  await delay(ms);
  signal('SIGCONT', pids);
}

/** Everything that is done to the product; each ends with the cause gone, though the product may not be well yet. */
export const FAULTS: Readonly<Record<string, (product: Product, random: Random) => Promise<void>>> = {
  'Postgres stopped': async (product, random) =>
    stopFor(random.between(1_000, 6_000), [product.postmaster(), ...product.backends()]),
  'server killed': (product, random) => killServer(product, random.between(0, 4_000)),
  'answers of Postgres lost': async ({ database }, random) => {
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
  'server stopped': async (product, random) => stopFor(random.between(1_000, 7_000), [product.server.pid]),
  'clients cut off': async ({ clients }) => clients.cut(),
  'Postgres killed': async (product) => signal('SIGKILL', [product.postmaster()]),
  'clients delayed': async ({ clients }, random) => {
    clients.weather.delayMs = random.between(200, 1_500);
    await delay(random.between(2_000, 5_000));
    clients.weather.delayMs = 0;
  },
  'a backend killed': async (product, random) => {
    const backend = random.pick(product.backends());
    if (backend !== undefined) signal('SIGKILL', [backend]);
  },
  'Postgres cut off': async ({ database }) => database.cut(),
  'server and Postgres killed': async (product, random) => {
    signal('SIGKILL', [product.postmaster()]);
    await killServer(product, random.between(0, 2_000));
  },
  'Postgres delayed': async ({ database }, random) => {
    database.weather.delayMs = random.between(50, 400);
    await delay(random.between(2_000, 5_000));
    database.weather.delayMs = 0;
  },
};
