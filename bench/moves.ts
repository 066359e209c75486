/**
 * Moves a second and the time from a mover's send to the opponent's receipt, for 100 games of two on one server,
 * compared with boardgame.io and Colyseus (in memory), a bare Socket.IO relay and a bare Postgres insert, alternately
 * within one run. All processes share the machine's cores.
 *
 * node bench/moves.ts [rounds]
 */
import { cpus, loadavg } from 'node:os';
import { printHelpIfAsked } from '../tools/help.ts';
import { launch, launchTerrace, SECRET, type ServerProcess } from './launch.ts';
import { insertPairs } from './moves/inserts.ts';
import { atFullSpeed, atRate, type Pair } from './moves/load.ts';
import { boardgamePair, colyseusPair } from './moves/peers.ts';
import { printMoves, type Round } from './moves/print.ts';
import { echoPair, terracePair } from './moves/targets.ts';

printHelpIfAsked(
  'node bench/moves.ts [rounds]: moves a second and their delay, compared with servers that store nothing.',
);

const PAIRS = 100;
const RATE = 500;
/** Short, because a game whose first move waits for all other targets is aborted after a minute. */
const ROUND_MS = 2_000;
const rounds = Number(process.argv[2] ?? 7);

type Target = {
  readonly name: string;
  readonly pairs: readonly Pair[];
  readonly server: Pick<ServerProcess, 'cpuMs' | 'allocated'>;
};

const servers: ServerProcess[] = [];
async function start<S extends ServerProcess>(starting: Promise<S>): Promise<S> {
  const server = await starting;
  servers.push(server);
  return server;
}
async function target(name: string, server: ServerProcess, pair: (seed: number) => Promise<Pair>): Promise<Target> {
  const pairs: Pair[] = [];
  for (let seed = 1; seed <= PAIRS; seed += 1) pairs.push(await pair(seed));
  return { name, pairs, server };
}

try {
  const terrace = await start(launchTerrace());
  const boardgame = await start(launch('./moves/boardgame-io-server.ts', { NODE_ENV: 'production' }));
  const colyseus = await start(launch('./moves/colyseus-server.ts', { NODE_ENV: 'production' }));
  const echo = await start(launch('./moves/echo-server.ts', {}));
  const inserts = await insertPairs(terrace.databaseUrl, PAIRS);
  const targets = [
    await target('terrace', terrace, (seed) => terracePair(terrace.url, SECRET, seed)),
    await target('boardgame.io', boardgame, (seed) => boardgamePair(boardgame.url, 'terrace', seed)),
    await target('boardgame.io, no rules', boardgame, (seed) => boardgamePair(boardgame.url, 'unjudged', seed)),
    await target('colyseus', colyseus, (seed) => colyseusPair(colyseus.url, seed)),
    await target('echo', echo, (seed) => echoPair(echo.url, seed)),
    { name: 'insert', pairs: inserts.pairs, server: { cpuMs: () => Number.NaN, allocated: async () => Number.NaN } },
  ];
  const results = new Map<string, Round[]>(targets.map(({ name }) => [name, []]));
  const load = loadavg()[0] ?? 0;
  for (let round = 0; round <= rounds; round += 1) {
    const turn = round % targets.length;
    for (const each of [...targets.slice(turn), ...targets.slice(0, turn)]) {
      const measured = await measure(each);
      if (round > 0) results.get(each.name)?.push(measured);
    }
    // Postgres analyzes new tables only after a minute: for half of a run its plans would assume empty tables.
    await inserts.analyze();
  }
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), load ${load.toFixed(1)} before`;
  console.log(`${machine}, ${PAIRS} pairs, median of ${rounds} rounds of ${ROUND_MS / 1000} s (lowest to highest)\n`);
  printMoves(results, RATE);
  await inserts.close();
} finally {
  for (const server of servers.reverse()) await server.stop();
}
process.exit(0); // the clients' sockets would keep reconnecting

async function measure({ pairs, server }: Target): Promise<Round> {
  await server.allocated();
  const before = server.cpuMs();
  const full = await atFullSpeed(pairs, ROUND_MS);
  const between = server.cpuMs();
  const fullBytes = await server.allocated();
  const at = await atRate(pairs, RATE, ROUND_MS);
  return {
    full,
    at,
    fullCpuMs: (between - before) / full.times.length,
    atCpuMs: (server.cpuMs() - between) / at.times.length,
    fullKb: fullBytes / full.times.length / 1000,
  };
}
