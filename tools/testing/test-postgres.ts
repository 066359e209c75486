import { createLog } from '../../apps/server/src/start/log.ts';
import { ensureDatabase } from '../../apps/server/src/store/databases.ts';
import { migrate } from '../../apps/server/src/store/migrate.ts';
import { startPostgres } from '../../packages/embedded-postgres/src/index.ts';
import { temporaryFolder } from './folder.ts';
import { template } from './template.ts';

/** Starts a real Postgres server for one run of tests, with a migrated template database. `stop` deletes everything. */
export async function startTestPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await temporaryFolder();
  const postgres = await startPostgres({
    folder: folder.path,
    log: createLog('warn'),
    onProgress: () => undefined,
    durable: false,
  });
  const stop = async () => {
    await postgres.stop();
    await folder.remove();
  };
  try {
    await migrate(await ensureDatabase(postgres.url, template));
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: postgres.url, stop };
}
