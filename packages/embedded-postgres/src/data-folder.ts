import { readFileSync, writeFileSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { superuser } from './data-directory.ts';
import { errorMessage, StartError } from './errors.ts';

const STOPPING = { waitMs: 3_000, everyMs: 100 } as const;

const BUSY = 5; // SQLITE_BUSY

class FolderInUse extends StartError {}

/** The operating system releases the lock when the process ends for any reason, so it never becomes stale. */
export function lockFolder(folder: string): { release(): void } {
  const owner = join(folder, 'owner');
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(join(folder, 'lock'));
    lock.exec('pragma busy_timeout = 0; pragma journal_mode = memory; begin exclusive');
    writeFileSync(owner, String(process.pid));
  } catch (error) {
    lock?.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === BUSY) {
      throw new FolderInUse(
        `The data folder ${folder} is in use by another Terrace server (process ${readFileSync(owner, 'utf8')}): stop that one, or set DATA_DIR to another folder.`,
      );
    }
    throw new StartError(`The data folder ${folder} cannot be used: ${errorMessage(error)}.`);
  }
  return { release: () => lock.close() };
}

/** Like `lockFolder`; undefined while another server holds the folder. */
export function lockFolderIfFree(folder: string): { release(): void } | undefined {
  try {
    return lockFolder(folder);
  } catch (error) {
    if (error instanceof FolderInUse) return undefined;
    throw error;
  }
}

/** Like `lockFolder`, but waits some seconds for a server that is stopping. */
export async function lockFolderWhenFree(folder: string): Promise<{ release(): void }> {
  const until = performance.now() + STOPPING.waitMs;
  while (performance.now() < until) {
    const lock = lockFolderIfFree(folder);
    if (lock !== undefined) return lock;
    await sleep(STOPPING.everyMs);
  }
  return lockFolder(folder);
}

/** The URL of the running server's Postgres. Line 4 of its pid file is the port. */
export async function urlOfRunning(folder: string): Promise<string> {
  const directory = await realpath(join(folder, 'postgres'));
  const port = (await readFile(join(directory, 'postmaster.pid'), 'utf8')).split('\n')[3];
  const password = (await readFile(join(folder, 'postgres.password'), 'utf8')).trim();
  return `postgresql://${superuser}:${password}@127.0.0.1:${port}/terrace`;
}
