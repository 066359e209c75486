import { checkDatabase, ensureDatabase } from '../store/databases.ts';
import { migrate } from '../store/migrate.ts';
import { makeFolder } from './data-folder.ts';
import type { Env } from './env.ts';
import { createLog } from './log.ts';
import { print } from './terminal.ts';

/**
 * Runs work on the database in DATABASE_URL, or on the built-in one, which it starts unless a server runs it. Applies
 * migrations unless a server is running.
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

/** The same without migrations, for work that does not need them or chooses them. */
export async function withDatabaseAsItIs<T>(
  env: Env,
  work: (databaseUrl: string, isRunning: boolean) => Promise<T>,
  onProgress: (step: string) => void,
): Promise<T> {
  if (env.DATABASE_URL !== undefined) {
    await checkDatabase(env.DATABASE_URL);
    return work(env.DATABASE_URL, false);
  }
  const { lockFolderIfFree, startPostgres, urlOfRunning } = await import('@terrace/embedded-postgres');
  await makeFolder(env.DATA_DIR);
  const lock = lockFolderIfFree(env.DATA_DIR);
  if (lock === undefined) return work(await urlOfRunning(env.DATA_DIR), true);
  const postgres = await startPostgres({ folder: env.DATA_DIR, log: createLog(env.LOG_LEVEL), onProgress });
  try {
    return await work(await ensureDatabase(postgres.url, 'terrace'), false);
  } finally {
    await postgres.stop();
    lock.release();
  }
}
