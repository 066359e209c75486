import pg from 'pg';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../../../tools/testing/database.ts';
import { dropDatabase, ensureDatabase } from './databases.ts';
import { migrate, migrationNames, readSchema, scriptTo } from './migrate.ts';

test('migrating a database that is up to date does nothing, also twice at once', async () => {
  const { url, drop } = await freshDatabase();
  expect(await Promise.all([migrate(url), migrate(url)])).toEqual([[], []]);
  await drop();
});

test('of two servers that start at once on an empty database, one applies the migrations and the other waits', async () => {
  const { url, drop } = await emptyDatabase();
  const applied = await Promise.all([migrate(url), migrate(url)]);
  expect(applied.toSorted((a, b) => a.length - b.length)).toEqual([[], await migrationNames()]);
  await drop();
});

test('the migrations lead exactly to prisma/schema.prisma: no script is missing, and the tables are the same', async () => {
  const migrated = await freshDatabase();
  const described = await emptyDatabase();
  const schema = await readSchema();
  expect(await scriptTo(migrated.url, schema)).toBe('');
  await query(described.url, await scriptTo(described.url, schema));
  expect(await structure(migrated.url)).toEqual(await structure(described.url));
  await Promise.all([migrated.drop(), described.drop()]);
});

test('after a change of the schema the script says how to get there, and leads there', async () => {
  const { url, drop } = await freshDatabase();
  const changed = `${await readSchema()}\nmodel Medal {\n  name String @id\n  note String?\n}\n`.replace(
    'model Game {',
    'model Game {\n  medals Int @default(0)',
  );
  const script = await scriptTo(url, changed);
  expect(script).toMatch(/^-- AlterTable\nALTER TABLE "game" ADD COLUMN +"medals" INTEGER NOT NULL DEFAULT 0;/);
  expect(script).toContain('CREATE TABLE "Medal" (');
  expect(script.match(/^(ALTER|CREATE|DROP)/gm)).toHaveLength(2);
  await query(url, script);
  expect(await scriptTo(url, changed)).toBe('');
  await drop();
});

async function emptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const { url, drop } = await freshDatabase();
  const name = `${new URL(url).pathname.slice(1)}_empty`;
  const empty = await ensureDatabase(url, name);
  return {
    url: empty,
    async drop() {
      await dropDatabase(url, name);
      await drop();
    },
  };
}

/** Columns, indexes and constraints as Postgres itself prints them. */
async function structure(url: string): Promise<unknown> {
  return {
    columns: await query(
      url,
      `select relname, attname, format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid)
       from pg_attribute join pg_class on pg_class.oid = attrelid left join pg_attrdef on (adrelid, adnum) = (attrelid, attnum)
       where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
         and relname <> '_prisma_migrations'
       order by 1, 2`,
    ),
    indexes: await query(
      url,
      `select indexdef from pg_indexes where schemaname = 'public' and tablename <> '_prisma_migrations' order by 1`,
    ),
    constraints: await query(
      url,
      `select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
       where connamespace = 'public'::regnamespace and conrelid::regclass::text <> '_prisma_migrations' order by 1, 2`,
    ),
    types: await query(
      url,
      `select typname, enumlabel from pg_enum join pg_type on pg_type.oid = enumtypid order by typname, enumsortorder`,
    ),
  };
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
