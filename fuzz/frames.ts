import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import type { ServerProcess } from '../tools/testing/server.ts';
import { createHonestGame } from './honest-game.ts';
import { sendConnection } from './raw-client.ts';
import { rawConnection } from './raw-connections.ts';

const AT_ONCE = 24;

/** Limit for a move, or for the end of all connections, on a busy machine. */
const HANG_MS = 20_000;

type Options = {
  /** In its own process, which trusts a proxy on this machine and logs only errors. */
  readonly server: ServerProcess;
  readonly seed: number;
  /** Whether to continue after this many connections. */
  readonly goesOn: (sent: number) => boolean;
};

export type FrameFindings = { readonly sent: number; readonly moves: number; readonly faults: readonly string[] };

/** Sends raw bytes, frames and packets to a server while two guests play. @returns the faults */
export async function fuzzFrames({ server, seed, goesOn }: Options): Promise<FrameFindings> {
  const url = await server.address();
  const printed = server.output();
  const faults: string[] = [];
  const game = await createHonestGame(url);
  let [sent, moves] = [0, 0];
  for (let batch = 0; goesOn(sent) && faults.length === 0; batch += 1) {
    const staying: (Socket | undefined)[] = [];
    const connections = fc.sample(rawConnection, { seed: seed + batch, numRuns: AT_ONCE });
    const attack = Promise.all(
      connections.map(async (connection) => staying.push(await sendConnection(url, connection))),
    );
    const fault = await Promise.race([
      within(game.move()),
      server.ended.then((code) => `the server ended with ${code}`),
    ]);
    await attack;
    for (const socket of staying) socket?.destroy();
    sent += connections.length;
    if (fault === undefined) moves += 1;
    if (fault !== undefined) faults.push(`${fault}, in the connections of seed ${seed + batch}`);
  }
  if (game.losses() > 0) faults.push(`the players lost their connection ${game.losses()} times`);
  game.close();
  faults.push(...(await leftOver(url).catch((error: unknown) => [`the metrics cannot be read: ${error}`])));
  const logged = server.output().slice(printed.length);
  if (logged !== '') faults.push(`logged: ${logged.slice(0, 2_000)}`);
  return { sent, moves, faults };
}

/** @returns the reason of a failure or timeout */
async function within(work: Promise<void>): Promise<string | undefined> {
  const tooLate = delay(HANG_MS, `no move for ${HANG_MS} ms`, { ref: false });
  return Promise.race([work.then(() => undefined, String), tooLate]);
}

const EMPTY: Readonly<Record<string, number | undefined>> = {
  terrace_sockets: 0,
  terrace_websockets: 0,
  'terrace_rooms{kind="lobby"}': undefined,
  'terrace_rooms{kind="player"}': undefined,
  'terrace_rooms{kind="credential"}': undefined,
  'terrace_faults_total{over="socket"}': 0,
  'terrace_faults_total{over="http"}': 0,
  'terrace_faults_total{over="connection"}': 0,
};

/** Waits until the server has released all connections. @returns the metrics with other values than expected */
async function leftOver(url: string): Promise<readonly string[]> {
  for (const until = performance.now() + HANG_MS; ; await delay(50)) {
    const lines = (await (await fetch(`${url}/metrics`)).text()).split('\n');
    const sample = (name: string) => {
      const line = lines.find((each) => each.startsWith(`${name} `));
      return line === undefined ? undefined : Number(line.slice(name.length));
    };
    const wrong = Object.entries(EMPTY).filter(([name, value]) => sample(name) !== value);
    if (wrong.length === 0 || performance.now() > until) {
      return wrong.map(([name, value]) => `${name} is ${sample(name)} and not ${value}`);
    }
  }
}
