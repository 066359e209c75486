/**
 * Many live games with regular moves, spread over one or more nodes, with two connections per game to the same node.
 * Measures the time from a mover's send to the opponent's receipt, the delay of the servers' event loops, and the
 * memory of connections and games on the largest node. Clients, servers and Postgres share the machine's cores.
 *
 * node bench/games.ts [games] [seconds] [seconds between two moves of a game] [nodes]
 */
import { cpus, loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { printHelpIfAsked } from '../tools/help.ts';
import { connectBare } from './bare-socket.ts';
import { gameStarter, type LiveGame } from './games/start-games.ts';
import { launchNodes, SECRET, type ServerProcess } from './launch.ts';
import { quantile } from './moves/load.ts';
import { scriptedGame } from './moves/script.ts';

printHelpIfAsked('node bench/games.ts [games] [seconds] [between] [nodes]: many live games, and their cost.');

/** Each has two connections, and a process here may open 20,000 files. */
const count = Number(process.argv[2] ?? 9_900);
const seconds = Number(process.argv[3] ?? 60);
const betweenMs = Number(process.argv[4] ?? 15) * 1000;
const nodeCount = Number(process.argv[5] ?? 1);

const WAVE = 8;

/** Different scripted games; more would only use memory of this process. */
const SCRIPTS = Array.from({ length: 50 }, (_, seed) => scriptedGame(seed + 1));

type Playing = { readonly move: () => Promise<number>; readonly close: () => void };

const cluster = await launchNodes(nodeCount);
const { nodes } = cluster;
try {
  const games = gameStarter(cluster.databaseUrl, SECRET);
  const memory = () => Math.max(...nodes.map((node) => node.memory()));
  const cpuMs = () => nodes.reduce((sum, node) => sum + node.cpuMs(), 0);
  const atStart = memory();
  const playing: Playing[] = [];
  while (playing.length < count) {
    const wave = Array.from({ length: Math.min(WAVE, count - playing.length) }, (_, i) => playing.length + i);
    playing.push(...(await Promise.all(wave.map(async (i) => follow(nodeOf(i), await games.start(), i)))));
  }
  await games.close();
  const connected = memory();
  await play(playing, Math.min(seconds / 3, 20));
  const cpuBefore = cpuMs();
  await eventLoop(nodeOf(0).url);
  const times = await play(playing, seconds);
  const cpuUsed = cpuMs() - cpuBefore;
  const loop = await eventLoop(nodeOf(0).url);
  const played = memory();
  times.sort((a, b) => a - b);
  const ms = (share: number) => quantile(times, share).toFixed(1);
  const kb = (bytes: number) => (bytes / 1000).toFixed(1);
  const mb = (bytes: number) => (bytes / 1e6).toFixed(0);
  console.log(
    `${cpus().length} cores (${cpus()[0]?.model.trim()}), load ${loadavg()
      .map((each) => each.toFixed(1))
      .join(' ')}\n`,
  );
  console.log('| what | measured |\n|---|---|');
  const rows: readonly (readonly [string, string])[] = [
    ['live games, connections, nodes', `${count}, ${count * 2}, ${nodeCount}`],
    ['moves a second', (times.length / seconds).toFixed(0)],
    ['send to receipt, p50, p95, p99, longest ms', [0.5, 0.95, 0.99, 1].map(ms).join(', ')],
    ['a timer of 10 ms in a server, p50, p99, longest ms', loop.join(', ')],
    [
      'processor of all nodes',
      `${((cpuUsed / seconds / 1000) * 100).toFixed(0)} %, ${(cpuUsed / times.length).toFixed(2)} ms a move`,
    ],
    [
      'memory of the largest node: before anybody came, all connected, after the moves',
      `${[atStart, connected, played].map(mb).join(', ')} MB`,
    ],
    ['memory a game with its two connections', `${kb((connected - atStart) / Math.ceil(count / nodeCount))} kB`],
  ];
  for (const [what, measured] of rows) console.log(`| ${what} | ${measured} |`);
  for (const { close } of playing) close();
} finally {
  await cluster.stop();
}
process.exit(0);

/**
 * Two players who follow their game and have made their first moves, because a game without moves is aborted after a
 * minute. `move` plays the next one.
 *
 * @returns how long until the opponent had it, in ms
 */
async function follow({ url }: ServerProcess, { gameId, cookies }: LiveGame, i: number): Promise<Playing> {
  const script = SCRIPTS[i % SCRIPTS.length] ?? [];
  let received: () => void = () => undefined;
  let ply = 0;
  const sockets = await Promise.all(
    cookies.map((cookie, side) =>
      patiently(() =>
        connectBare(url, {
          address: i * 2 + side,
          cookie,
          auth: { eventsInAnswers: true },
          onEvent: (text) => {
            if (text.startsWith('42["game:events"')) received();
          },
        }),
      ),
    ),
  );
  for (const socket of sockets) await patiently(() => accepted(socket.ask('game:watch', { gameId, after: 0 })));
  async function move(): Promise<number> {
    const next = script[ply];
    if (next === undefined) throw new Error('a scripted game has as many moves as are asked for');
    ply += 1;
    const { promise, resolve } = Promise.withResolvers<void>();
    received = resolve;
    const sentAt = performance.now();
    const mover = sockets[(next.ply + 1) % 2];
    if (mover === undefined) throw new Error('a game is played by two');
    const commandId = `${gameId}-${next.ply}-bench`;
    const answered = accepted(mover.ask('game:command', { gameId, commandId, command: { type: 'move', ...next } }));
    await promise;
    const tookMs = performance.now() - sentAt;
    await answered;
    return tookMs;
  }
  await move();
  await move();
  return { move, close: () => sockets.forEach((socket) => void socket.close()) };
}

function nodeOf(game: number): ServerProcess {
  const node = nodes[game % nodeCount];
  if (node === undefined) throw new Error('every node was launched');
  return node;
}

/** Retries after a delay while the server is busy, as a page does. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (tries === 10 || !String(error).includes('"busy"')) throw error;
      await delay(2_000);
    }
  }
}

async function accepted(answer: Promise<string>): Promise<void> {
  const text = await answer;
  if (text.includes('"ok":false')) throw new Error(text);
}

async function play(games: readonly Playing[], forSeconds: number): Promise<number[]> {
  const times: number[] = [];
  const until = performance.now() + forSeconds * 1000;
  await Promise.all(
    games.map(async ({ move }, i) => {
      await delay((i / games.length) * betweenMs);
      for (let due = performance.now(); due < until; due += betweenMs) {
        const wait = due - performance.now();
        if (wait > 0) await delay(wait);
        times.push(await move());
      }
    }),
  );
  return times;
}

/** The delay of the server's event loop since the last call: median, p99 and maximum, in ms. */
async function eventLoop(url: string): Promise<string[]> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const seconds = (name: string) =>
    Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds(?:\\{.*\\})? (\\S+)`, 'm').exec(text)?.[1]);
  return ['p50', 'p99', 'max'].map((name) => (seconds(name) * 1000).toFixed(1));
}
