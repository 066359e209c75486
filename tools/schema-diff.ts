import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { root } from './run.ts';

export type SchemaDiff = { readonly databaseUrl: string; readonly schema: string };

export const readSchema = (): Promise<string> => readFile(join(root, 'prisma/schema.prisma'), 'utf8');

/** The SQL from the tables of a database to a schema; empty if they agree. */
export async function scriptTo(databaseUrl: string, schema: string): Promise<string> {
  const workerData: SchemaDiff = { databaseUrl, schema };
  const worker = new Worker(new URL('./schema-engine.worker.ts', import.meta.url), {
    workerData,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  try {
    const [script] = await once(worker, 'message');
    return String(script).replace('-- This is an empty migration.', '').trim();
  } finally {
    await worker.terminate();
  }
}
