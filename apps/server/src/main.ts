import { readEnv } from './env.ts';
import { createLog } from './log.ts';
import { startServer } from './start/server.ts';
import { print, printStartErrors } from './start/terminal.ts';

/** Two SIGINT within this time are one Ctrl-C: the terminal sends it, and npm passes it on. */
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
    const address = await startServer({ env, log, onProgress: print, signal, onStarted, onTaken });
    if (!signal.aborted) print(`Terrace is at ${address}`);
  } catch (error) {
    await stopAll();
    if (!signal.aborted) throw error;
  }
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
    await stopAll();
    process.exit(0);
  });
}

/** Two servers that cannot hear each other must not both go on. */
async function onTaken(): Promise<void> {
  print('Another server has taken the place of this one on the database: this one stops.');
  await stopAll();
  process.exit(1);
}

/** Stops in reverse order of starting, so the database last. */
async function stopAll(): Promise<void> {
  for (let stop = running.pop(); stop; stop = running.pop()) await stop();
}
