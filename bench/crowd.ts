/**
 * One game with thousands of spectators. Measures how long a move takes to reach the last of them, compared with a bare
 * Socket.IO emit of the same size to as many connections, alternately within one run. Also measures moves of other
 * games at that time and at rest. With two nodes, half of the spectators and of the other games are on each.
 *
 * node bench/crowd.ts [spectators] [moves] [nodes]
 */
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpus, loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { DEFAULT_SETTINGS } from '@terrace/protocol';
import type { Socket } from 'socket.io-client';
import { printHelpIfAsked } from '../tools/help.ts';
import type { Follow, Reached, SpectatorReport } from './crowd/spectators.ts';
import { launch, launchNodes, SECRET, type ServerProcess } from './launch.ts';
import { connect, connectGuest } from './lobby/clients.ts';
import { atRate, type Measured, median, quantile } from './moves/load.ts';
import { scriptedGame } from './moves/script.ts';
import { terracePair } from './moves/targets.ts';

printHelpIfAsked(
  'node bench/crowd.ts [spectators] [moves] [nodes]: one game with thousands of spectators, and moves of others.',
);

const spectators = Number(process.argv[2] ?? 5_000);
const moves = Number(process.argv[3] ?? 40);
const count = Number(process.argv[4] ?? 1);

const EVERY_MS = 500;

const OTHERS = 20;
const OTHERS_RATE = 50;

/** Fills a bare frame up to the size of a frame with a move. */
const PADDING = 'x'.repeat(190);

/**
 * When the first and the last spectator had each broadcast, in ms after it was sent; the server's processor time for
 * all broadcasts.
 */
type Times = { readonly first: number[]; readonly last: number[]; cpuMs: number };

type Crowd = { next(): Promise<Reached>; close(): void };

const terrace = await launchNodes(count);
const bare = await launch('./lobby/room-server.ts', {});
try {
  const urls = terrace.nodes.map(({ url }) => url);
  const at = (i: number): string => urls[i % urls.length] ?? '';
  const others = await Promise.all(Array.from({ length: OTHERS }, (_, i) => terracePair(at(i), SECRET, i + 1)));
  const game = await openGame(at(0));
  const room = await connect(bare.url);
  const watching = await gather(at, ['game:watch', { gameId: game.gameId, after: 0 }], 'game:events');
  const listening = await gather(() => bare.url, ['watch'], 'sent');

  await atRate(others, OTHERS_RATE, 2_000);
  const quiet = await atRate(others, OTHERS_RATE, moves * EVERY_MS);
  const meanwhile = atRate(others, OTHERS_RATE, moves * EVERY_MS);
  const used = { cpuMs: () => terrace.nodes.reduce((sum, node) => sum + node.cpuMs(), 0) };
  const reached = await timed(used, watching, game.move);
  const busy = await meanwhile;
  const emitted = await timed(bare, listening, async () => void room.emit('send', PADDING));
  print(reached, emitted, quiet, busy);
  for (const crowd of [watching, listening]) crowd.close();
} finally {
  await Promise.all([terrace.stop(), bare.stop()]);
}
process.exit(0); // the players' sockets would keep reconnecting

async function gather(url: (half: number) => string, request: readonly unknown[], event: string): Promise<Crowd> {
  const halves = await Promise.all([0, 1].map((half) => startHalf({ url: url(half), request, event }, half)));
  return {
    async next() {
      const [one, other] = await Promise.all(halves.map((half) => half.next()));
      if (one === undefined || other === undefined) throw new Error('two halves make a crowd');
      return { firstAt: Math.min(one.firstAt, other.firstAt), lastAt: Math.max(one.lastAt, other.lastAt) };
    },
    close(): void {
      for (const { child } of halves) child.kill();
    },
  };
}

async function startHalf(
  what: Pick<Follow, 'url' | 'request' | 'event'>,
  half: number,
): Promise<{ child: ChildProcess; next(): Promise<Reached> }> {
  const child = fork(new URL('./crowd/spectators.ts', import.meta.url), { stdio: 'inherit' });
  const reports: SpectatorReport[] = [];
  const waiting: ((report: SpectatorReport) => void)[] = [];
  child.on('message', (message: SpectatorReport) => {
    const first = waiting.shift();
    if (first === undefined) reports.push(message);
    else first(message);
  });
  const nextReport = async (): Promise<SpectatorReport> =>
    reports.shift() ?? new Promise((resolve) => waiting.push(resolve));
  const follow: Follow = { ...what, count: spectators / 2, firstAddress: 2 ** 17 + half * spectators };
  child.send(follow);
  await nextReport();
  return {
    child,
    async next() {
      const next = await nextReport();
      if (!('lastAt' in next)) throw new Error('the crowd has gathered already');
      return next;
    },
  };
}

async function openGame(url: string) {
  const players = await Promise.all([connectGuest(url, SECRET), connectGuest(url, SECRET)]);
  const [south, north] = players;
  const settings = { ...DEFAULT_SETTINGS, time: { kind: 'clock', initialMs: 3_600_000, incrementMs: 0 } };
  const wish = { settings, side: 'south', reserved: [], from: null };
  const { gameId } = await ask(south, 'game:create', { ...wish, commandId: randomUUID() });
  await ask(north, 'game:command', { gameId, commandId: randomUUID(), command: { type: 'sit', side: null } });
  const script = scriptedGame(1).values();
  return {
    gameId,
    async move(): Promise<void> {
      const { value } = script.next();
      if (value === undefined) throw new Error('a scripted game has as many moves as are asked for');
      const mover = value.ply % 2 === 1 ? south : north;
      await ask(mover, 'game:command', { gameId, commandId: randomUUID(), command: { type: 'move', ...value } });
    },
  };
}

async function ask(socket: Socket, event: string, payload: object) {
  const answer = await socket.emitWithAck(event, payload);
  if (!answer.ok) throw new Error(`refused: ${JSON.stringify(answer.refusal)}`);
  return answer.value;
}

async function timed(server: Pick<ServerProcess, 'cpuMs'>, crowd: Crowd, send: () => Promise<void>): Promise<Times> {
  const times: Times = { first: [], last: [], cpuMs: -server.cpuMs() };
  for (let n = 0; n < moves; n += 1) {
    const sentAt = performance.timeOrigin + performance.now();
    const [reached] = await Promise.all([crowd.next(), send(), delay(EVERY_MS)]);
    times.first.push(reached.firstAt - sentAt);
    times.last.push(reached.lastAt - sentAt);
  }
  times.cpuMs += server.cpuMs();
  return times;
}

function print(reached: Times, emitted: Times, quiet: Measured, busy: Measured): void {
  const ms = (value: number) => value.toFixed(1);
  const p99 = (values: readonly number[]) =>
    quantile(
      values.toSorted((a, b) => a - b),
      0.99,
    );
  const load = loadavg().map((each) => each.toFixed(1));
  console.log(`${cpus().length} cores (${cpus()[0]?.model.trim()}), load ${load.join(' ')}`);
  console.log(`${spectators} spectators at ${count} nodes, ${moves} moves, one in ${EVERY_MS} ms\n`);
  const spread = ({ first, last }: Times) => last.map((each, i) => each - (first[i] ?? Number.NaN));
  console.log(
    '| server | the first, p50 ms | the last, p50 ms | p99 ms | from the first to the last, p50 ms |\n|---|---|---|---|---|',
  );
  for (const [name, times] of Object.entries({ terrace: reached, 'bare emit': emitted })) {
    const { first, last } = times;
    console.log(
      `| ${name} | ${ms(median(first))} | ${ms(median(last))} | ${ms(p99(last))} | ${ms(median(spread(times)))} |`,
    );
  }
  const ratio = (one: readonly number[], other: readonly number[]) => (median(one) / median(other)).toFixed(2);
  console.log(
    `\nterrace / bare, the last: ${ratio(reached.last, emitted.last)} (goal 1.5); from the first to the last: ${ratio(spread(reached), spread(emitted))}`,
  );
  console.log(
    `a bare emit takes the server ${((emitted.cpuMs * 1000) / moves / spectators).toFixed(1)} us of processor time a connection\n`,
  );
  console.log('| moves of other games | p50 ms | p99 ms | the longest, ms |\n|---|---|---|---|');
  for (const [name, { p50, p99, times }] of Object.entries({ 'while nobody moves there': quiet, meanwhile: busy })) {
    console.log(`| ${name} | ${ms(p50)} | ${ms(p99)} | ${ms(times.at(-1) ?? Number.NaN)} |`);
  }
  console.log(`\nthe p99 of other games is ${ms(busy.p99 - quiet.p99)} ms longer during broadcasts (goal 20)`);
}
