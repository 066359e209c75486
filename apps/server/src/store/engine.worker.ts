/**
 * Prisma's schema engine, in a thread of its own: it leaves timers and a large WebAssembly memory behind, and both
 * go with the thread.
 */
import { type MessagePort, workerData } from 'node:worker_threads';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import { SchemaEngine } from '@prisma/schema-engine-wasm';
import pg from 'pg';
import type { Answer, Task } from './migrate.ts';

const { task, port } = workerData as { task: Task; port: MessagePort };

const everything = { externalTables: [], externalEnums: [] };
const files = (schema: string) => [{ path: 'schema.prisma', content: schema }];

async function run(engine: SchemaEngine): Promise<Answer> {
  if (task.job === 'apply') {
    const { appliedMigrationNames } = await engine.applyMigrations({
      migrationsList: task.migrations,
      filters: everything,
    });
    return { job: 'apply', applied: appliedMigrationNames };
  }
  const { stdout } = await engine.diff({
    from: task.from === undefined ? { tag: 'empty' } : { tag: 'schemaDatamodel', files: files(task.from) },
    to: { tag: 'schemaDatamodel', files: files(task.schema) },
    script: true,
    exitCode: null,
    filters: everything,
  });
  return { job: 'diff', script: stdout ?? '' };
}

// The engine's lock lives as long as its connection, so the pool is ours to end.
const pool = new pg.Pool({ connectionString: task.databaseUrl });
pool.on('error', () => undefined);
const factory = bindMigrationAwareSqlAdapterFactory(new PrismaPg(pool));
try {
  const datamodels = files(task.schema).map(({ path, content }): [string, string] => [path, content]);
  const engine = await SchemaEngine.new({ datamodels }, () => undefined, factory);
  port.postMessage(await run(engine));
} catch (error) {
  // The engine names what the database said only by a number.
  const number = /External error id#(\d+)/.exec(String(error))?.[1];
  throw number === undefined ? error : (factory.errorRegistry.consumeError(Number(number))?.error ?? error);
} finally {
  await pool.end();
}
