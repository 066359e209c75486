import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MessageChannel, Worker } from 'node:worker_threads';
import type { MigrationList } from '@prisma/schema-engine-wasm';

type Apply = { job: 'apply'; databaseUrl: string; schema: string; migrations: MigrationList };
type Diff = { job: 'diff'; databaseUrl: string; schema: string; from: string | undefined };
export type Task = Apply | Diff;
export type Answer = { job: 'apply'; applied: string[] } | { job: 'diff'; script: string };

const prisma = fileURLToPath(new URL('../../../../prisma', import.meta.url));
export const migrationsFolder = join(prisma, 'migrations');
export const readSchema = (): Promise<string> => readFile(join(prisma, 'schema.prisma'), 'utf8');

/**
 * Brings the database up to the newest migration. Servers starting at once wait for each other: the engine holds
 * an advisory lock meanwhile.
 *
 * @returns the migrations it applied, oldest first; empty when there was nothing to do
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const [schema, migrations] = await Promise.all([readSchema(), readMigrations()]);
  const answer = await ask({ job: 'apply', databaseUrl, schema, migrations });
  if (answer.job !== 'apply') throw new Error('the schema engine answered something else');
  return answer.applied;
}

/**
 * The SQL that leads from one schema to another; empty when they agree.
 *
 * @param databaseUrl any database that answers; the engine asks for one, though it only compares the texts
 * @param from undefined for a database with nothing in it
 */
export async function scriptBetween(databaseUrl: string, from: string | undefined, schema: string): Promise<string> {
  const answer = await ask({ job: 'diff', databaseUrl, from, schema });
  if (answer.job !== 'diff') throw new Error('the schema engine answered something else');
  return answer.script.replace('-- This is an empty migration.', '').trim();
}

async function ask(task: Task): Promise<Answer> {
  // A port of our own: under `node --watch` the worker's own one also carries Node's messages.
  const { port1: here, port2: there } = new MessageChannel();
  const worker = new Worker(new URL('./engine.worker.ts', import.meta.url), {
    workerData: { task, port: there },
    transferList: [there],
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  try {
    const exited = once(worker, 'exit').then(([code]) => {
      throw new Error(`the schema engine ended with ${code}`);
    });
    const [answer] = (await Promise.race([once(here, 'message'), exited])) as [Answer];
    return answer;
  } finally {
    here.close();
    await worker.terminate();
  }
}

/** Folder names, oldest first: they begin with the time they were written. */
export async function migrationNames(): Promise<string[]> {
  const entries = await readdir(migrationsFolder, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
}

async function readMigrations(): Promise<MigrationList> {
  const file = (...path: string[]) => readFile(join(migrationsFolder, ...path), 'utf8');
  const migrationDirectories = (await migrationNames()).map(async (name) => ({
    path: name,
    migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value: await file(name, 'migration.sql') } },
  }));
  return {
    baseDir: migrationsFolder,
    lockfile: { path: 'migration_lock.toml', content: await file('migration_lock.toml') },
    migrationDirectories: await Promise.all(migrationDirectories),
    shadowDbInitScript: '',
  };
}
