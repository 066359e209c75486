/**
 * `pnpm migration <name>`: applies the existing migrations to a temporary Postgres and writes the SQL from there to
 * prisma/schema.prisma as the next migration. Edit the SQL if rows must be converted.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { createLog } from '../apps/server/src/start/log.ts';
import { ensureDatabase } from '../apps/server/src/store/databases.ts';
import { migrate, migrationsFolder } from '../apps/server/src/store/migrate.ts';
import { startPostgres } from '../packages/embedded-postgres/src/index.ts';
import { printHelpIfAsked } from './help.ts';
import { root } from './run.ts';
import { readSchema, scriptTo } from './schema-diff.ts';
import { temporaryFolder } from './testing/folder.ts';

/** The folder name of a migration, such as `20261122093000_add_chat`; undefined if the text has no letter or digit. */
export function migrationName(text: string, now: Date): string | undefined {
  const words = text.toLowerCase().match(/[a-z0-9]+/g);
  return words ? `${now.toISOString().replace(/\D/g, '').slice(0, 14)}_${words.join('_')}` : undefined;
}

type Next = {
  readonly name: string;
  /** The text of a Prisma schema. */
  readonly schema: string;
  /** Of all migrations. */
  readonly folder: string;
};

/** Writes the migration from the last one to the schema. @returns its path; undefined if they agree */
export async function writeNextMigration({ name, schema, folder }: Next): Promise<string | undefined> {
  const script = await scriptFromLast(schema);
  if (script === '') return undefined;
  const path = join(folder, name, 'migration.sql');
  await mkdir(dirname(path));
  await writeFile(path, `${script}\n`);
  return path;
}

/** The SQL from the last migration to the schema; empty if they agree. */
async function scriptFromLast(schema: string): Promise<string> {
  const folder = await temporaryFolder();
  try {
    const log = createLog('silent');
    const postgres = await startPostgres({ folder: folder.path, log, onProgress: console.log, durable: false });
    try {
      const databaseUrl = await ensureDatabase(postgres.url, 'terrace');
      await migrate(databaseUrl);
      return await scriptTo(databaseUrl, schema);
    } finally {
      await postgres.stop();
    }
  } finally {
    await folder.remove();
  }
}

async function main(args: readonly string[]): Promise<void> {
  const name = migrationName(args.filter((argument) => argument !== '--').join('-'), new Date());
  if (name === undefined) {
    console.error('Name the migration, as in pnpm migration add-chat.');
    process.exitCode = 1;
    return;
  }
  const path = await writeNextMigration({ name, schema: await readSchema(), folder: migrationsFolder });
  if (path === undefined) console.log('Nothing to do: the migrations already lead to prisma/schema.prisma.');
  else console.log(`Wrote ${relative(root, path)}`);
}

if (process.argv[1] === import.meta.filename) {
  printHelpIfAsked('pnpm migration <name>: writes the next migration, from the last one to prisma/schema.prisma.');
  await main(process.argv.slice(2));
}
