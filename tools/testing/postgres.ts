/** vitest's global set-up: one real Postgres for the run, with a migrated database that test files copy. */
import type { TestProject } from 'vitest/node';
import { startTestPostgres } from './test-postgres.ts';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres();
  project.provide('postgresUrl', postgres.url);
  return postgres.stop;
}
