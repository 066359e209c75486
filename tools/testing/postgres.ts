/** vitest's global set-up: one real Postgres for the run, with a migrated database that test files copy. */
import type { TestProject } from 'vitest/node';
import { createLog } from '../../apps/server/src/log.ts';
import { startPostgres } from '../../apps/server/src/postgres/supervisor.ts';
import { ensureDatabase } from '../../apps/server/src/store/databases.ts';
import { migrate } from '../../apps/server/src/store/migrate.ts';
import { template } from './database.ts';
import { temporaryFolder } from './folder.ts';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
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
  project.provide('postgresUrl', postgres.url);
  return stop;
}
