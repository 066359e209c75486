import { setTimeout as delay } from 'node:timers/promises';
import { guestCookie } from '../apps/server/src/testing/guest.ts';
import { noViolations, openChecks, type Violations } from './check.ts';
import { type ChaosClient, newCommandId, openClient } from './client.ts';
import { faultsOf } from './faults.ts';
import { clientsOf, type Played, playOn, runOutOn, type Span, type Table } from './play.ts';
import { openPresenceCheck } from './presence.ts';
import { SECRET, startProduct } from './product.ts';
import { createRandom } from './random.ts';
import { type Recovered, recoveryTimes } from './recovery.ts';

const QUIET_MS = [500, 2_000] as const;

/** The maximum time without an acknowledged command while nothing is broken. */
const MAX_SILENCE_MS = 60_000;

/** How long players may finish requests in flight at the end of the run. */
const LAST_ANSWERS_MS = 2_000;

/**
 * The fewest clients of a node, as a share of their average number. Below it, some are disconnected, so that they are
 * distributed again.
 */
const LEAST_SHARE = 0.8;

export type ChaosOptions = {
  readonly seed: number;
  readonly minutes?: number;
  readonly tables: number;
  readonly nodes?: number;
  readonly faults?: readonly string[];
  readonly onProgress: (line: string) => void;
};

export type ChaosReport = {
  readonly faults: Readonly<Record<string, Recovered>>;
  readonly games: number;
  readonly acked: number;
  readonly resent: number;
  readonly recoveries: number;
  /** The share of samples in which the players of a table were on different nodes. */
  readonly apart: number;
  readonly violations: Violations;
};

/** Runs games while one fault after another is injected, and checks what was acknowledged and delivered. */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const { seed, minutes, tables, nodes = 1, onProgress } = options;
  const isShort = minutes === undefined;
  const random = createRandom(seed);
  const product = await startProduct(nodes);
  const over = new AbortController();
  const { signal } = over;
  const played: Played = { acked: [], games: [], runOut: new Set() };
  const violations = noViolations();
  const faults: Record<string, Recovered> = {};
  const outages: Span[] = [];
  const checks = openChecks(product.databaseUrl, isShort);
  const checkPresence = openPresenceCheck(product, violations.absent);
  let when = 'before all';

  let clientCount = 0;
  function seat(): Table {
    const open = (): ChaosClient => {
      clientCount += 1;
      const client = openClient({
        url: product.url,
        cookie: guestCookie(SECRET),
        number: clientCount,
        signal,
        onPresence: (gameId, presence) => checkPresence(table, client, gameId, presence, when),
      });
      return client;
    };
    const table = { south: open(), north: open(), watcher: open(), pauses: [] };
    return table;
  }
  const seated = Array.from({ length: tables }, seat);
  const all = nodes === 1 ? seated : [...seated, seat()];
  const clients = all.flatMap(clientsOf);
  const [apart, samples] = [{ count: 0 }, { count: 0 }];

  function countApart(): void {
    const { placeOf } = product.clients;
    samples.count += all.length;
    apart.count += all.filter(({ south, north }) => placeOf(south.number) !== placeOf(north.number)).length;
  }

  function rebalanceClients(): void {
    const at = product.nodes.map((_, i) => product.clients.clientsAt(i));
    if (
      at.length < 2 ||
      Math.min(...at.map(({ length }) => length)) >= LEAST_SHARE * Math.floor(clients.length / at.length)
    )
      return;
    product.clients.cutClients(at.flatMap((numbers) => numbers.filter((_, i) => i % 2 === 0)));
  }

  /** Waits for an acknowledged command, so that each fault meets games in progress on a slow machine too. */
  async function nextAcked(): Promise<void> {
    const { length } = played.acked;
    for (const until = performance.now() + MAX_SILENCE_MS; played.acked.length === length; await delay(50))
      if (performance.now() > until) throw new Error(`${when}: no command was acknowledged for ${MAX_SILENCE_MS} ms`);
  }

  /** Every South claims that the opponent has left, although all are connected. */
  async function claimAll(): Promise<void> {
    const claims = seated.map(({ south, north }) => {
      const game = south.known().at(-1);
      if (game === undefined || north.presentSince(game.gameId) === undefined) return undefined;
      const { gameId } = game;
      return south.request('game:command', {
        gameId,
        commandId: newCommandId(),
        command: { type: 'claim', side: 'north' },
      });
    });
    await Promise.all(claims);
  }

  try {
    const playing = Promise.all([
      ...seated.map((table, i) => playOn(table, played, createRandom(seed + 1 + i), signal)),
      ...all.slice(tables).map((table) => runOutOn(table, played, signal)),
    ]);
    playing.catch(() => undefined); // awaited below
    const until = performance.now() + (minutes ?? 0) * 60_000;
    const possible = faultsOf(nodes);
    let left: string[] = [];
    for (let n = 1; isShort ? n === 1 || left.length > 0 : performance.now() < until; n += 1) {
      if (left.length === 0) left = random.shuffled(options.faults ?? Object.keys(possible));
      const name = left.shift() ?? '';
      await Promise.race([nextAcked(), playing]);
      await Promise.race([delay(random.between(...QUIET_MS)), playing]);
      onProgress(name);
      when = `after ${name} (${n})`;
      countApart();
      const done = await possible[name]?.(product, random);
      if (done?.outage !== undefined) outages.push(done.outage);
      const recovery = { ...done, from: done?.from ?? performance.now() };
      await product.isWell();
      await checks.checkDelivered(clients, violations.undelivered, when);
      for (const table of all) {
        for (const observer of clientsOf(table)) {
          for (const { gameId } of observer.known()) {
            const presence = observer.presenceOf(gameId);
            if (presence !== undefined) checkPresence(table, observer, gameId, presence, `${when}, at rest`);
          }
        }
      }
      const before = faults[name] ?? { times: 0, tookMs: [] };
      faults[name] = {
        times: before.times + 1,
        tookMs: [...before.tookMs, ...recoveryTimes(seated, recovery)],
      };
      await claimAll();
      rebalanceClients();
    }
    await Promise.race([nextAcked(), playing]);
    over.abort();
    await playing;
    await delay(LAST_ANSWERS_MS);
    await checks.checkDelivered(clients, violations.undelivered, 'at the end');
    await checks.checkLogs(played, clients, outages, violations);
    await checks.checkAnnounced(played, violations.unannounced);
  } finally {
    over.abort();
    for (const client of clients) client.close();
    await product.stop();
  }
  violations.ended.push(...product.nodes.flatMap(({ endings }) => endings));
  const sum = (what: 'resent' | 'recoveries') => clients.reduce((total, { counts }) => total + counts[what], 0);
  const { acked, games } = played;
  return {
    faults,
    games: games.length,
    acked: acked.length,
    resent: sum('resent'),
    recoveries: sum('recoveries'),
    apart: apart.count / samples.count,
    violations,
  };
}
