/** Writes the next migration: `pnpm run migration -- <name>`, the SQL between prisma/migrations and prisma/schema.prisma. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLog } from '../apps/server/src/log.ts';
import { startPostgres } from '../apps/server/src/postgres/supervisor.ts';
import { missingMigration } from '../apps/server/src/store/migrate.ts';
import { temporaryFolder } from './testing/folder.ts';

const name = process.argv.slice(2).find((argument) => argument !== '--');
if (name === undefined || !/^[a-z0-9_]+$/.test(name)) {
  console.error('Name the migration in small letters and underscores: pnpm run migration -- add_ratings');
  process.exit(1);
}

const folder = await temporaryFolder();
const postgres = await startPostgres({
  folder: folder.path,
  log: createLog('silent'),
  say: console.log,
  durable: false,
});
try {
  const script = await missingMigration(postgres.url);
  if (script === '') {
    console.log('Nothing to do: the migrations already make what prisma/schema.prisma describes.');
  } else {
    const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
    const target = join(import.meta.dirname, '../prisma/migrations', `${stamp}_${name}`);
    await mkdir(target);
    await writeFile(join(target, 'migration.sql'), `${script}\n`);
    console.log(`Wrote prisma/migrations/${stamp}_${name}/migration.sql`);
  }
} finally {
  await postgres.stop();
  await folder.remove();
}
