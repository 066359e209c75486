/**
 * Writes the next migration, `pnpm run migration -- <name>`: the SQL from the schema the last one led to, of which it
 * keeps a copy, to prisma/schema.prisma as it is now. Edit the SQL when rows have to move; tests compare the outcome.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLog } from '../apps/server/src/log.ts';
import { startPostgres } from '../apps/server/src/postgres/supervisor.ts';
import { migrationNames, migrationsFolder, readSchema, scriptBetween } from '../apps/server/src/store/migrate.ts';
import { temporaryFolder } from './testing/folder.ts';

const name = process.argv.slice(2).find((argument) => argument !== '--');
if (name === undefined || !/^[a-z0-9_]+$/.test(name)) {
  console.error('Name the migration in small letters and underscores: pnpm run migration -- add_ratings');
  process.exit(1);
}

const last = (await migrationNames()).at(-1);
const before = last === undefined ? undefined : await readFile(join(migrationsFolder, last, 'schema.prisma'), 'utf8');
const schema = await readSchema();

const folder = await temporaryFolder();
try {
  const log = createLog('silent');
  const postgres = await startPostgres({ folder: folder.path, log, onProgress: console.log, durable: false });
  const script = await scriptBetween(postgres.url, before, schema).finally(() => postgres.stop());
  if (script === '') console.log('Nothing to do: the migrations already make what prisma/schema.prisma describes.');
  else await write(script);
} finally {
  await folder.remove();
}

async function write(script: string): Promise<void> {
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const target = join(migrationsFolder, `${stamp}_${name}`);
  await mkdir(target);
  await writeFile(join(target, 'migration.sql'), `${script}\n`);
  await writeFile(join(target, 'schema.prisma'), schema);
  console.log(`Wrote prisma/migrations/${stamp}_${name}`);
}
