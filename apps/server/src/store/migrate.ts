import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';
import { MIGRATIONS } from './backup-tables.ts';
import { JOB_SCHEMAS } from './job-queue.ts';

export const migrationsFolder = fileURLToPath(new URL('../../../../prisma/migrations', import.meta.url));

/** The advisory lock of Prisma's engine, so that servers of earlier versions and `prisma migrate` wait too. */
const LOCK_KEY = 72_707_369;

const CREATE_TABLE = `
  create table if not exists ${MIGRATIONS} (
    id varchar(36) primary key not null,
    checksum varchar(64) not null,
    finished_at timestamptz,
    migration_name varchar(255) not null,
    logs text,
    rolled_back_at timestamptz,
    started_at timestamptz not null default now(),
    applied_steps_count integer not null default 0
  )`;

/** Applies pending migrations, each in its own transaction, and returns their names. Concurrent servers wait. */
export async function migrate(databaseUrl: string, only?: readonly string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined); // the error also rejects the awaited query
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY]);
    const applied = await readApplied(client);
    const names = (await migrationNames()).filter((name) => only?.includes(name) ?? true);
    const missing = names.filter((name) => !applied.has(name));
    for (const name of missing) await apply(client, name);
    await migrateJobQueues(databaseUrl);
    return missing;
  } finally {
    await client.end();
  }
}

/** Creates or updates the schemas of the job queues. */
async function migrateJobQueues(connectionString: string): Promise<void> {
  const logger = new Logger(() => () => undefined);
  for (const schema of Object.values(JOB_SCHEMAS))
    await runMigrations({ connectionString, schema, maxPoolSize: 1, logger });
}

/** @throws when the database has tables of another program, or an unfinished migration of an earlier version */
async function readApplied(client: pg.Client): Promise<ReadonlySet<string>> {
  const foreign = await client.query(
    `select where to_regclass($1) is null and exists (select from pg_tables where schemaname = current_schema())`,
    [MIGRATIONS],
  );
  if (foreign.rowCount !== 0) throw new Error('it contains tables of another program');
  await client.query(CREATE_TABLE);
  const { rows } = await client.query<{ name: string; finished: boolean }>(
    `select migration_name as name, finished_at is not null as finished from ${MIGRATIONS} where rolled_back_at is null`,
  );
  const failed = rows.find(({ finished }) => !finished);
  if (failed !== undefined) throw new Error(`the migration ${failed.name} failed earlier: repair the tables first`);
  return new Set(rows.map(({ name }) => name));
}

async function apply(client: pg.Client, name: string): Promise<void> {
  const script = await readFile(join(migrationsFolder, name, 'migration.sql'), 'utf8');
  await client.query(`begin;\n${script}`);
  await client.query(
    `insert into ${MIGRATIONS} (id, checksum, migration_name, finished_at, applied_steps_count) values ($1, $2, $3, now(), 1)`,
    [randomUUID(), createHash('sha256').update(script).digest('hex'), name],
  );
  await client.query('commit');
}

/** Folder names, oldest first: they start with a timestamp. */
export async function migrationNames(): Promise<string[]> {
  const entries = await readdir(migrationsFolder, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
}
