/**
 * Compares several nodes with one under the same load, alternately within one run: moves a second, the time from a mover's
 * send to the opponent's receipt, and the processor time per move of each process, less its idle consumption. All
 * processes share the machine's cores, so the processor time of the busiest node shows what the nodes could do on
 * separate machines. A node is compared with one node that has as many moves as each of several, because a move costs
 * less when more of them share commits and packets. Then all games are played on one node of several, to see what a move
 * costs the others.
 *
 * node bench/cluster.ts [rounds] [nodes]
 */
import { cpus } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { printHelpIfAsked } from '../tools/help.ts';
import { launchNodes, SECRET } from './launch.ts';
import { atFullSpeed, atRate, type Measured, median, type Pair } from './moves/load.ts';
import { terracePair } from './moves/targets.ts';

printHelpIfAsked(
  'node bench/cluster.ts [rounds] [nodes]: two or more nodes compared with one, under the same load of moves.',
);

const PAIRS = 100;
const RATE = 300;
const ROUND_MS = 4_000;
const IDLE_MS = 2_000; // without moves, to measure the idle consumption
const RECEIVED_WITHIN_S = [0.005, 0.02, 0.05];
const rounds = Number(process.argv[2] ?? 5);
const count = Number(process.argv[3] ?? 2);

type Nodes = Awaited<ReturnType<typeof launchNodes>>;
type Used = {
  readonly busiest: number;
  readonly all: number;
  /** The node that uses least, such as one without players. */
  readonly idlest: number;
  readonly redis: number;
  readonly flatOut: number;
  readonly allFlatOut: number;
};
type Round = {
  readonly full: Measured;
  readonly at: Measured;
  readonly received: readonly number[];
  readonly used: Used;
};

const [one, many] = [await launchNodes(1), await launchNodes(count)];
try {
  const seeds = Array.from({ length: PAIRS }, (_, i) => i + 1);
  const urlOf = ({ nodes }: Nodes, n: number): string => nodes[n % nodes.length]?.url ?? '';
  const pairs = (of: Nodes, from: (n: number) => number, to = from) =>
    Promise.all(seeds.map((n) => terracePair(urlOf(of, from(n)), SECRET, n, urlOf(of, to(n)))));
  const onOne = await pairs(one, () => 0);
  const results: { name: string; of: Nodes; pairs: readonly Pair[]; rate?: number; rounds: Round[] }[] = [
    { name: 'one node', of: one, pairs: onOne, rounds: [] },
    { name: `one node, 1/${count} of the moves`, of: one, pairs: onOne, rate: RATE / count, rounds: [] },
    { name: `${count} nodes, both players on one of them`, of: many, pairs: await pairs(many, (n) => n), rounds: [] },
    {
      name: `${count} nodes, a player on each of two`,
      of: many,
      pairs: await pairs(
        many,
        (n) => n,
        (n) => n + 1,
      ),
      rounds: [],
    },
    { name: `${count} nodes, all games on the first`, of: many, pairs: await pairs(many, () => 0), rounds: [] },
  ];
  for (let round = 0; round <= rounds; round += 1) {
    for (const each of results) {
      const measured = await measure(each.of, each.pairs, each.rate);
      if (round > 0) each.rounds.push(measured);
    }
  }
  print(results);
} finally {
  await Promise.all([one.stop(), many.stop()]);
}
process.exit(0); // the clients' sockets would keep reconnecting

async function measure(of: Nodes, pairs: readonly Pair[], rate = RATE): Promise<Round> {
  const all = [...of.nodes, of.redis];
  let full: Measured | undefined;
  const flatOut = await cpuMsWhile(all, async () => {
    full = await atFullSpeed(pairs, ROUND_MS);
  });
  const receivedBefore = await receivedWithin(of.nodes);
  const idle = await cpuMsWhile(all, () => delay(IDLE_MS));
  let at: Measured | undefined;
  const busy = await cpuMsWhile(all, async () => {
    at = await atRate(pairs, rate, ROUND_MS);
  });
  const received = (await receivedWithin(of.nodes)).map((count, i) => count - (receivedBefore[i] ?? 0));
  if (at === undefined || full === undefined) throw new Error('nothing was measured');
  const idleShare = ROUND_MS / IDLE_MS;
  const aMove = (used: readonly number[], { times }: Measured) =>
    used.map((ms, i) => (ms - (idle[i] ?? 0) * idleShare) / times.length);
  const each = aMove(busy, at);
  const eachFlatOut = aMove(flatOut, full).slice(0, -1);
  const nodes = each.slice(0, -1);
  const sum = nodes.reduce((total, ms) => total + ms, 0);
  const used = {
    busiest: Math.max(...nodes),
    idlest: Math.min(...nodes),
    all: sum,
    redis: each.at(-1) ?? Number.NaN,
    flatOut: Math.max(...eachFlatOut),
    allFlatOut: eachFlatOut.reduce((total, ms) => total + ms, 0),
  };
  return { full, at, received, used };
}

async function receivedWithin(nodes: Nodes['nodes']): Promise<number[]> {
  const pages = await Promise.all(nodes.map(async ({ url }) => (await fetch(`${url}/metrics`)).text()));
  const lines = pages.flatMap((page) => page.split('\n'));
  const count = (name: string) =>
    lines.reduce((sum, line) => sum + (line.startsWith(name) ? Number(line.split(' ')[1]) : 0), 0);
  const lag = 'terrace_feed_lag_seconds';
  return [...RECEIVED_WITHIN_S.map((s) => count(`${lag}_bucket{le="${s}"}`)), count(`${lag}_count`)];
}

async function cpuMsWhile(processes: readonly { cpuMs(): number }[], work: () => Promise<void>): Promise<number[]> {
  const before = processes.map((each) => each.cpuMs());
  await work();
  return processes.map((each, i) => each.cpuMs() - (before[i] ?? 0));
}

function print(results: readonly { name: string; rounds: readonly Round[] }[]): void {
  console.log(
    `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${PAIRS} pairs, median of ${rounds} rounds of ${ROUND_MS / 1000} s\n`,
  );
  const head = [
    '',
    'flat out, per s',
    `at ${RATE}/s, p50 ms`,
    'p99 ms',
    'processor of the busiest node, ms a move',
    'of the idlest',
  ];
  console.log(`| ${[...head, 'of all nodes', 'of Redis', 'flat out, of the busiest', 'of all nodes'].join(' | ')} |`);
  console.log('|---|---|---|---|---|---|---|---|---|---|');
  for (const { name, rounds } of results) {
    const of = (what: (round: Round) => number, digits: number) => median(rounds.map(what)).toFixed(digits);
    const cells = [
      of(({ full }) => full.perSecond, 0),
      of(({ at }) => at.p50, 2),
      of(({ at }) => at.p99, 2),
      of(({ used }) => used.busiest, 3),
      of(({ used }) => used.idlest, 3),
      of(({ used }) => used.all, 3),
      of(({ used }) => used.redis, 3),
      of(({ used }) => used.flatOut, 3),
      of(({ used }) => used.allFlatOut, 3),
    ];
    console.log(`| ${name} | ${cells.join(' | ')} |`);
  }
  const [alone, fewer, ...others] = results;
  for (const { name, rounds } of others) {
    const ratio = (what: (round: Round) => number) =>
      median(rounds.map((round, i) => what(round) / what(alone?.rounds[i] ?? round)));
    const capacity = (what: (used: Used) => number) => (1 / ratio(({ used }) => what(used))).toFixed(2);
    const [paced, flatOut] = [capacity(({ busiest }) => busiest), capacity((used) => used.flatOut)];
    console.log(`\n${name}, against one:`);
    console.log(`moves a node's processor has time for: ${paced} x at ${RATE}/s, ${flatOut} x flat out`);
    const atShare = rounds.map((round, i) => (fewer?.rounds[i]?.used.busiest ?? Number.NaN) / round.used.busiest);
    console.log(`against one node with as many moves as each: ${median(atShare).toFixed(2)} x`);
    const received = [...RECEIVED_WITHIN_S.keys(), RECEIVED_WITHIN_S.length].map((n) =>
      rounds.reduce((sum, each) => sum + (each.received[n] ?? 0), 0),
    );
    if ((received.at(-1) ?? 0) > 0) console.log(receivedLine(received));
    console.log(`flat out on this machine: ${ratio(({ full }) => full.perSecond).toFixed(2)} x`);
    console.log(`p99 at ${RATE}/s: ${ratio(({ at }) => at.p99).toFixed(2)} x (goal below 2)`);
  }
}

function receivedLine(received: readonly number[]): string {
  const share = (n: number) => ((100 * (received[n] ?? 0)) / (received.at(-1) ?? 0)).toFixed(1);
  const shares = RECEIVED_WITHIN_S.map((s, n) => `${share(n)} % within ${s * 1000} ms`);
  return `received by another node at ${RATE}/s: ${shares.join(', ')} (goal: 99 % within 20)`;
}
