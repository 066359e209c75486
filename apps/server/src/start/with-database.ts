import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { superuser } from '../postgres/cluster.ts';
import { startPostgres } from '../postgres/supervisor.ts';
import { checkDatabase } from '../store/check-database.ts';
import { ensureDatabase } from '../store/databases.ts';
import { migrate } from '../store/migrate.ts';
import type { Env } from './env.ts';
import { FolderInUse, lockFolder, makeFolder } from './folder.ts';
import { createLog } from './log.ts';
import { print } from './terminal.ts';

/**
 * Runs a command's work on the server's database: the one of DATABASE_URL, the built-in one of a server that
 * is running, or else the built-in one, started for as long as the work takes. What no server is running on is migrated before.
 */
export const withServerDatabase = <T>(env: Env, work: (databaseUrl: string) => Promise<T>): Promise<T> =>
  withDatabaseAsItIs(
    env,
    async (databaseUrl, isRunning) => {
      if (!isRunning) await migrate(databaseUrl);
      return work(databaseUrl);
    },
    print,
  );

/** The same for work that asks for no certain migrations, or chooses them. */
export async function withDatabaseAsItIs<T>(
  env: Env,
  work: (databaseUrl: string, isRunning: boolean) => Promise<T>,
  say: (step: string) => void,
): Promise<T> {
  if (env.DATABASE_URL !== undefined) {
    await checkDatabase(env.DATABASE_URL);
    return work(env.DATABASE_URL, false);
  }
  await makeFolder(env.DATA_DIR);
  const lock = lockIfFree(env.DATA_DIR);
  if (lock === undefined) return work(await urlOfRunning(env.DATA_DIR), true);
  const postgres = await startPostgres({ folder: env.DATA_DIR, log: createLog(env.LOG_LEVEL), onProgress: say });
  try {
    return await work(await ensureDatabase(postgres.url, 'terrace'), false);
  } finally {
    await postgres.stop();
    lock.release();
  }
}

/** Undefined while a server holds the folder. */
function lockIfFree(folder: string): { release(): void } | undefined {
  try {
    return lockFolder(folder);
  } catch (error) {
    if (error instanceof FolderInUse) return undefined;
    throw error;
  }
}

/** Where the running server's Postgres listens: line 4 of its pid file. */
async function urlOfRunning(folder: string): Promise<string> {
  const cluster = await realpath(join(folder, 'postgres'));
  const port = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[3];
  const password = (await readFile(join(folder, 'postgres.password'), 'utf8')).trim();
  return `postgresql://${superuser}:${password}@127.0.0.1:${port}/terrace`;
}
