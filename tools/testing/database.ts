import { randomUUID } from 'node:crypto';
import { inject, onTestFinished } from 'vitest';
import { copyDatabase, dropDatabase, ensureDatabase } from '../../apps/server/src/store/databases.ts';
import { template } from './template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Owner of the run's Postgres server. */
    postgresUrl: string;
  }
}

/** A migrated, empty database for one test. */
export async function databaseOfTest(): Promise<string> {
  const { url, drop } = await freshDatabase();
  onTestFinished(drop);
  return url;
}

/** A migrated, empty database on the run's Postgres. Close the connections to it before `drop`. */
export async function freshDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const server = inject('postgresUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  return { url: await copyDatabase(server, template, name), drop: () => dropDatabase(server, name) };
}

/** An empty database without tables. */
export async function emptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const server = inject('postgresUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  return { url: await ensureDatabase(server, name), drop: () => dropDatabase(server, name) };
}
