import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { parentOf } from '../processor.ts';

/** The parts of a server that run in processes next to play. */
export const WORKERS = ['pages', 'jobs'] as const;
export type WorkerName = (typeof WORKERS)[number];

/** The inspector that Node opens in a process after SIGUSR1. */
const INSPECTOR = 'http://127.0.0.1:9229/json/list';
const Targets = z.array(z.object({ webSocketDebuggerUrl: z.string() })).min(1);

/** Allocates buffers, outside the heap of JavaScript, as fast as the process can touch them. */
const FILL = 'globalThis.filled = []; setInterval(() => filled.push(Buffer.alloc(8_000_000, 1)), 5)';

/** The process that runs a part of the server, if it runs. */
export function workerOf(server: number, name: WorkerName): number | undefined {
  return readdirSync('/proc')
    .map(Number)
    .find((pid) => pid > 0 && parentOf(pid) === server && commandOf(pid).includes(`/src/${name}/`));
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

export function signalWorker(server: number, name: WorkerName, signal: NodeJS.Signals): void {
  const pid = workerOf(server, name);
  if (pid !== undefined) process.kill(pid, signal);
}

/** Makes a process fill its memory until it is killed. Does nothing if it ends first. */
export async function fillMemory(server: number, name: WorkerName): Promise<void> {
  signalWorker(server, name, 'SIGUSR1');
  for (let tries = 0; tries < 10; tries += 1) {
    await delay(100);
    const listed = await fetch(INSPECTOR).then(
      (reply) => reply.json(),
      () => undefined,
    );
    const targets = Targets.safeParse(listed);
    if (targets.data?.[0] === undefined) continue;
    const socket = new WebSocket(targets.data[0].webSocketDebuggerUrl);
    socket.addEventListener('error', () => undefined);
    socket.addEventListener('open', () =>
      socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression: FILL } })),
    );
    return;
  }
}
