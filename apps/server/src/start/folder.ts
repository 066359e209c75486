import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode, errorMessage, StartError } from '../runtime/errors.ts';
import { STOPPING } from './port.ts';

/** Makes the data folder if it is not there. Root's can be passed, not listed: its Postgres runs as another user. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  } catch (error) {
    throw new StartError(
      `The data folder ${folder} cannot be made (${errorCode(error)}): set DATA_DIR to another place.`,
    );
  }
}

const BUSY = 5; // SQLITE_BUSY

/** Another server holds the data folder. */
export class FolderInUse extends StartError {}

/**
 * Keeps other servers out of the data folder until released. The lock is the operating system's, on a file that
 * SQLite opens: it goes with the process, however that ends, so there is no stale lock to reason about.
 */
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

/**
 * The same, after waiting some seconds for a server that is stopping.
 *
 * @throws FolderInUse when another server still holds the folder then
 */
export async function lockFolderWhenFree(folder: string): Promise<{ release(): void }> {
  const until = performance.now() + STOPPING.waitMs;
  for (;;) {
    try {
      return lockFolder(folder);
    } catch (error) {
      if (!(error instanceof FolderInUse) || performance.now() > until) throw error;
    }
    await sleep(STOPPING.everyMs);
  }
}
