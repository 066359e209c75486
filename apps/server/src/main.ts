import { inspect } from 'node:util';
import { containUncaught } from './runtime/containment.ts';
import { STOP_MS } from './runtime/stop-times.ts';
import { readEnv } from './start/env.ts';
import { createLog } from './start/log.ts';
import { startServer } from './start/server.ts';
import { MUST_BE_CORRECTED, print, printStartErrors } from './start/terminal.ts';

/** Two SIGINT within this time are one Ctrl-C, sent by the terminal and again by npm. */
const SAME_KEYPRESS_MS = 300;

const running: (() => Promise<void> | void)[] = [];
const interrupt = new AbortController();
let interruptedAt: number | undefined;

const started = printStartErrors(async () => {
  const env = readEnv(process.env);
  const log = createLog(env.LOG_LEVEL);
  const signal = interrupt.signal;
  try {
    const onStarted = (stop: () => Promise<void> | void) => void running.push(stop);
    const address = await startServer({ env, log, onProgress: print, signal, onStarted, onReplaced });
    if (signal.aborted) return;
    print(`Terrace is at ${address}`);
    process.send?.('started'); // the launcher of `npm start` restarts only a server that has started
  } catch (error) {
    await stopAll();
    if (!signal.aborted) throw error;
  }
}, MUST_BE_CORRECTED);
void started.then(() => {
  if (process.exitCode !== undefined) process.exit(); // whatever the failed start has left open
});

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, async () => {
    const now = Date.now();
    if (interruptedAt !== undefined) {
      if (now - interruptedAt > SAME_KEYPRESS_MS) process.exit(130);
      return;
    }
    interruptedAt = now;
    interrupt.abort();
    await started;
    await stopAndExit(0);
  });
}

let isFailing = false;

/**
 * An exception from a connection closes that connection, and a rejected promise of a request fails that request. Any
 * other one may leave shared work undone, so the server exits with 1 and is restarted. No saved game is lost.
 */
process.on('uncaughtException', async (error, origin) => {
  if (containUncaught(error, origin)) return;
  process.stderr.write(`${inspect(error)}\n`);
  if (isFailing) return;
  isFailing = true;
  await stopAndExit(1);
});

/** Two servers that cannot reach each other must not both run. */
async function onReplaced(): Promise<void> {
  print('Another server has taken the place of this one on the database, so this one stops.');
  await stopAndExit(MUST_BE_CORRECTED);
}

/** Stops all parts. If one takes too long, the process exits all the same: no saved game is lost. */
async function stopAndExit(code: number): Promise<void> {
  setTimeout(() => process.exit(code), STOP_MS.all).unref();
  await stopAll().catch((failure: unknown) => process.stderr.write(`${inspect(failure)}\n`));
  process.exit(code);
}

async function stopAll(): Promise<void> {
  for (let stop = running.pop(); stop; stop = running.pop()) await stop();
}
