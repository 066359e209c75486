import { setTimeout as delay } from 'node:timers/promises';
import { guestCookie } from '../apps/server/src/testing/guest.ts';
import { openChecks, type Violations } from './check.ts';
import { openClient } from './client.ts';
import { FAULTS } from './faults.ts';
import { type Played, playOn, type Table } from './play.ts';
import { SECRET, startProduct } from './product.ts';
import { createRandom } from './random.ts';

/** How long all play undisturbed between two faults, in ms. */
const QUIET_MS = [500, 2_000] as const;

/** How long players finish what is under way once all is over, in ms. */
const LAST_ANSWERS_MS = 2_000;

export type ChaosOptions = {
  readonly seed: number;
  readonly minutes: number;
  /** Tables of two players and a spectator. */
  readonly tables: number;
  /** Which faults, by name; all unless it is said. */
  readonly faults?: readonly string[];
  readonly onProgress: (line: string) => void;
};

export type ChaosReport = {
  readonly faults: Readonly<Record<string, number>>;
  readonly games: number;
  readonly acked: number;
  readonly resent: number;
  readonly asked: number;
  readonly violations: Violations;
};

/** Lets tables play while one fault after another is done to the product, and checks what was acknowledged and told. */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const { seed, minutes, tables, onProgress } = options;
  const random = createRandom(seed);
  const product = await startProduct();
  const over = new AbortController();
  const open = () => openClient(product.url, guestCookie(SECRET), over.signal);
  const played: Played = { acked: [], games: [] };
  const violations: Violations = { acked: [], told: [], logs: [], charged: [] };
  const faults: Record<string, number> = {};
  const checks = openChecks(product.databaseUrl);
  const seated = Array.from({ length: tables }, (): Table => ({ south: open(), north: open(), watcher: open() }));
  const clients = seated.flatMap(({ south, north, watcher }) => [south, north, watcher]);
  try {
    const playing = Promise.all(
      seated.map((table, i) => playOn(table, played, createRandom(seed + 1 + i), over.signal)),
    );
    playing.catch(() => undefined); // heard of below
    const until = performance.now() + minutes * 60_000;
    let left: string[] = [];
    while (performance.now() < until) {
      if (left.length === 0) left = random.shuffled(options.faults ?? Object.keys(FAULTS));
      const name = left.shift() ?? '';
      await Promise.race([delay(random.between(...QUIET_MS)), playing]);
      onProgress(name);
      await FAULTS[name]?.(product, random);
      faults[name] = (faults[name] ?? 0) + 1;
      await product.isWell();
      await checks.checkTold(
        clients,
        violations.told,
        `after ${name} (${Object.values(faults).reduce((a, b) => a + b)})`,
      );
    }
    over.abort();
    await playing;
    await delay(LAST_ANSWERS_MS);
    await checks.checkTold(clients, violations.told, 'at the end');
    await checks.checkLogs(played, clients, violations);
  } finally {
    over.abort();
    for (const client of clients) client.close();
    await product.stop();
  }
  const sum = (what: 'resent' | 'asked') => clients.reduce((total, { counts }) => total + counts[what], 0);
  const { acked, games } = played;
  return { faults, games: games.length, acked: acked.length, resent: sum('resent'), asked: sum('asked'), violations };
}
