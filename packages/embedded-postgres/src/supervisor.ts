import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { findBinaries } from './binaries.ts';
import { openDataDirectory, superuser } from './data-directory.ts';
import { errorMessage, StartError } from './errors.ts';
import { stopOrphan } from './orphan.ts';
import { LaunchFailed, type LaunchOptions, launch, type PostgresProcess } from './process.ts';
import { findSystemUser } from './system-user.ts';

export type Postgres = {
  /** Connects as the superuser, to the database `postgres`. */
  url: string;
  stop(): Promise<void>;
  kill(): void;
};

export type PostgresOptions = {
  /** An existing data folder, locked by the caller. */
  folder: string;
  log: Logger;
  onProgress: (step: string) => void;
  /** false: data may be lost in a power failure; only for tests */
  durable?: boolean;
};

/** Time for the backends of a killed server to release its shared memory. */
const SHARED_MEMORY_TIMEOUT_MS = 10_000;
const BACKOFF_MS = { min: 100, max: 5_000 };

/** Runs the bundled Postgres, and restarts it after a crash, until stopped. */
export async function startPostgres({ folder, log, onProgress, durable = true }: PostgresOptions): Promise<Postgres> {
  const user = await findSystemUser(join(folder, 'postgres'), onProgress);
  const binaries = await findBinaries(user);
  const { path: directory, password } = await openDataDirectory({ folder, binaries, user, durable });
  await stopOrphan(directory, onProgress);
  const port = await freePort();
  const options: LaunchOptions = { binaries, user, directory, port, durable, log };

  let current = await launchWhenFree(options).catch((error: unknown) => {
    if (error instanceof LaunchFailed) throw new StartError(`Postgres did not start in ${folder}: ${error.message}`);
    throw error;
  });
  const stopping = new AbortController();
  const watch = (async () => {
    while (!stopping.signal.aborted) {
      await current.exited;
      if (!stopping.signal.aborted) current = await restart(options, stopping.signal, current);
    }
  })();

  return {
    url: `postgresql://${superuser}:${password}@127.0.0.1:${port}/postgres`,
    kill: () => current.kill(),
    async stop() {
      stopping.abort();
      await current.stop();
      await watch;
      await current.stop(); // a restart may have been in progress
    },
  };
}

async function restart(options: LaunchOptions, stopping: AbortSignal, dead: PostgresProcess): Promise<PostgresProcess> {
  const { log, directory } = options;
  for (let waitMs = BACKOFF_MS.min; !stopping.aborted; waitMs = Math.min(waitMs * 2, BACKOFF_MS.max)) {
    log.error({ waitMs }, 'Postgres stopped unexpectedly; restarting it');
    await delay(waitMs, undefined, { signal: stopping }).catch(() => undefined);
    if (stopping.aborted) break;
    try {
      await stopOrphan(directory, (step) => log.warn(step));
      const restarted = await launchWhenFree(options);
      log.info('Postgres is running again');
      return restarted;
    } catch (error) {
      log.error({ reason: errorMessage(error) }, 'Postgres does not start');
    }
  }
  return dead;
}

async function launchWhenFree(options: LaunchOptions): Promise<PostgresProcess> {
  const until = Date.now() + SHARED_MEMORY_TIMEOUT_MS;
  for (;;) {
    try {
      return await launch(options);
    } catch (error) {
      const held = error instanceof LaunchFailed && error.message.includes('shared memory block');
      if (!held || Date.now() > until) throw error;
      await delay(50);
    }
  }
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', resolve);
  });
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('a TCP listener has no port');
  return address.port;
}
