import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { MigrationList } from '@prisma/schema-engine-wasm';

/** What the schema engine is asked for: to apply migrations (a list), or how a schema differs from the database. */
export type EngineTask = { databaseUrl: string; schema: string; migrations?: MigrationList };
export type EngineResult = { applied: string[] } | { script: string };

const prisma = fileURLToPath(new URL('../../../../prisma', import.meta.url));
export const migrationsFolder = join(prisma, 'migrations');
export const readSchema = (): Promise<string> => readFile(join(prisma, 'schema.prisma'), 'utf8');

/**
 * Brings the database up to the newest migration. Servers starting at once wait for each other: the engine holds
 * an advisory lock meanwhile.
 *
 * @param only the migrations to apply, for tables as they were in an earlier version; all when not given
 * @returns the migrations it applied, oldest first; empty when there was nothing to do
 */
export async function migrate(databaseUrl: string, only?: readonly string[]): Promise<string[]> {
  const [schema, migrations] = await Promise.all([readSchema(), readMigrations(only)]);
  const result = await runEngine({ databaseUrl, schema, migrations });
  return 'applied' in result ? result.applied : [];
}

/** The SQL that leads from the tables the database has to those of a schema; empty when they agree. */
export async function scriptTo(databaseUrl: string, schema: string): Promise<string> {
  const result = await runEngine({ databaseUrl, schema });
  return 'script' in result ? result.script.replace('-- This is an empty migration.', '').trim() : '';
}

async function runEngine(task: EngineTask): Promise<EngineResult> {
  // A port of our own: under `node --watch` the worker's own one also carries Node's messages.
  const { port1: here, port2: there } = new MessageChannel();
  const worker = new Worker(new URL('./schema-engine.worker.ts', import.meta.url), {
    workerData: { task, port: there },
    transferList: [there],
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  try {
    return (await answerOf(worker, here)) as EngineResult;
  } finally {
    here.close();
    await worker.terminate();
  }
}

/**
 * The one thing a worker says, on a port of ours. What it says last can be delivered after the news of its end, and waits in the port.
 *
 * @throws what the worker throws, or that it ended and said nothing
 */
export async function answerOf(worker: Worker, port: MessagePort): Promise<unknown> {
  const exited = once(worker, 'exit').then(([code]) => {
    const last = receiveMessageOnPort(port);
    if (last === undefined) throw new Error(`the schema engine ended with ${code}`);
    return [last.message];
  });
  const [answer] = await Promise.race([once(port, 'message'), exited]);
  return answer;
}

/** Folder names, oldest first: they begin with the time they were written. */
export async function migrationNames(): Promise<string[]> {
  const entries = await readdir(migrationsFolder, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
}

async function readMigrations(only?: readonly string[]): Promise<MigrationList> {
  const file = (...path: string[]) => readFile(join(migrationsFolder, ...path), 'utf8');
  const names = (await migrationNames()).filter((name) => only?.includes(name) ?? true);
  const migrationDirectories = names.map(async (name) => ({
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
