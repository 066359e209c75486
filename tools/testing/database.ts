import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { copyDatabase, dropDatabase } from '../../apps/server/src/store/databases.ts';

/**
 * A migrated, empty database for one test file, on the run's real Postgres. Close what is connected to it, then drop
 * it; what is not dropped goes with the run.
 */
export async function freshDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const server = inject('postgresUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  return { url: await copyDatabase(server, 'terrace_template', name), drop: () => dropDatabase(server, name) };
}
