import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { MigrationList } from '@prisma/schema-engine-wasm';

export type Task = { job: 'apply' | 'diff'; databaseUrl: string; schema: string; migrations: MigrationList };
export type Answer = { applied: string[] } | { script: string };

const prisma = fileURLToPath(new URL('../../../../prisma', import.meta.url));
const migrationsFolder = join(prisma, 'migrations');

/**
 * Brings the database up to the newest migration. Servers starting at once wait for each other: the engine holds
 * an advisory lock meanwhile.
 *
 * @returns the migrations it applied, oldest first; empty when there was nothing to do
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const answer = await ask({ job: 'apply', databaseUrl, ...(await readPrisma()) });
  if ('applied' in answer) return answer.applied;
  throw new Error('the schema engine answered another question');
}

/**
 * The SQL between the migrations and the schema: what the next migration has to say, empty when they agree.
 *
 * @param scratchUrl a server on which the engine may make and drop databases
 */
export async function missingMigration(scratchUrl: string): Promise<string> {
  const answer = await ask({ job: 'diff', databaseUrl: scratchUrl, ...(await readPrisma()) });
  if ('script' in answer) return answer.script.replace('-- This is an empty migration.', '').trim();
  throw new Error('the schema engine answered another question');
}

async function ask(task: Task): Promise<Answer> {
  const worker = new Worker(new URL('./engine.worker.ts', import.meta.url), {
    workerData: task,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  try {
    const exited = once(worker, 'exit').then(([code]) => {
      throw new Error(`the schema engine ended with ${code}`);
    });
    const [answer] = (await Promise.race([once(worker, 'message'), exited])) as [Answer];
    return answer;
  } finally {
    await worker.terminate();
  }
}

async function readPrisma(): Promise<{ schema: string; migrations: MigrationList }> {
  const names = (await readdir(migrationsFolder, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const migrationDirectories = await Promise.all(
    names.sort().map(async ({ name }) => ({
      path: name,
      migrationFile: {
        path: 'migration.sql',
        content: { tag: 'ok' as const, value: await readFile(join(migrationsFolder, name, 'migration.sql'), 'utf8') },
      },
    })),
  );
  const lockfile = join(migrationsFolder, 'migration_lock.toml');
  return {
    schema: await readFile(join(prisma, 'schema.prisma'), 'utf8'),
    migrations: {
      baseDir: migrationsFolder,
      lockfile: { path: 'migration_lock.toml', content: await readFile(lockfile, 'utf8') },
      migrationDirectories,
      shadowDbInitScript: '',
    },
  };
}
