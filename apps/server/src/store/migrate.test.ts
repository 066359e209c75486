import pg from 'pg';
import { expect, test } from 'vitest';
import { readSchema, scriptTo } from '../../../../tools/schema-diff.ts';
import { databaseOfTest, emptyDatabase, freshDatabase } from '../../../../tools/testing/database.ts';
import { migrate, migrationNames } from './migrate.ts';
import { query, structure } from './testing/compare.ts';

test('migrating an up-to-date database does nothing, also twice at once', async () => {
  const url = await databaseOfTest();
  expect(await Promise.all([migrate(url), migrate(url)])).toEqual([[], []]);
});

test('when two servers start on an empty database, one applies the migrations and the other waits', async () => {
  const { url, drop } = await emptyDatabase();
  const applied = await Promise.all([migrate(url), migrate(url)]);
  expect(applied.toSorted((a, b) => a.length - b.length)).toEqual([[], await migrationNames()]);
  await drop();
});

test('the migrations produce exactly the tables of prisma/schema.prisma', async () => {
  const migrated = await freshDatabase();
  const described = await emptyDatabase();
  const schema = await readSchema();
  expect(await scriptTo(migrated.url, schema)).toBe('');
  await query(described.url, await scriptTo(described.url, schema));
  expect(await structure(migrated.url)).toEqual(await structure(described.url));
  await Promise.all([migrated.drop(), described.drop()]);
});

test('after a schema change the script names the missing migration, and applying it resolves the difference', async () => {
  const url = await databaseOfTest();
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
});

test('a migration that Postgres rejects is rolled back, and one that failed in an earlier version stops the start', async () => {
  const { url, drop } = await emptyDatabase();
  await query(url, 'create view game as select 1 as id');
  await expect(migrate(url)).rejects.toThrow('already exists');
  expect(await query(url, 'select from _prisma_migrations')).toEqual([]);
  await query(url, "insert into _prisma_migrations (id, checksum, migration_name) values ('1', '', 'half')");
  await expect(migrate(url)).rejects.toThrow('the migration half failed earlier');
  await drop();
});

test('a script whose comments changed after it was applied is not applied again', async () => {
  const url = await databaseOfTest();
  await query(url, "update _prisma_migrations set checksum = 'of an earlier text'");
  expect(await migrate(url)).toEqual([]);
});

test('a database with tables of another program is rejected', async () => {
  const { url, drop } = await emptyDatabase();
  await query(url, 'create table customer (id text)');
  await expect(migrate(url)).rejects.toThrow('tables of another program');
  await drop();
});

/** A database in which the last migration is missing, which changes the table of games. */
async function databaseBefore(name: string) {
  const { url, drop } = await emptyDatabase();
  const names = await migrationNames();
  await migrate(url, { only: names.slice(0, names.indexOf(name)) });
  return { url, drop, missing: names.slice(names.indexOf(name)) };
}

/** A session that has read the table of games in its transaction, as a backup does. */
async function readingSession(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('begin isolation level repeatable read; select from game');
  return {
    async release(): Promise<void> {
      await client.query('rollback');
      await client.end();
    },
  };
}

const LAST_CHANGE_OF_GAME = '20261128000000_nodes_of_games';

test('a migration that waits for a backup does not make moves wait, and continues when the backup has ended', async () => {
  const { url, drop, missing } = await databaseBefore(LAST_CHANGE_OF_GAME);
  const backup = await readingSession(url);
  const locked = Promise.withResolvers<void>();
  const migrated = migrate(url, { onLocked: locked.resolve });
  const isWaiting = `select count(*)::int as waiting from pg_locks
    where database = (select oid from pg_database where datname = current_database()) and not granted`;
  await expect.poll(() => query(url, isWaiting)).toEqual([{ waiting: 1 }]);
  // Commands of players give up after two seconds.
  await query(url, "set lock_timeout = '2s'; update game set ply = ply");
  await locked.promise;
  await backup.release();
  expect(await migrated).toEqual(missing);
  await drop();
});

test('a migration gives up when a table stays locked, and changes nothing', async () => {
  const { url, drop, missing } = await databaseBefore(LAST_CHANGE_OF_GAME);
  const backup = await readingSession(url);
  await expect(migrate(url, { patienceMs: 0 })).rejects.toThrow('Another session, such as a backup, locks a table');
  await backup.release();
  expect(await migrate(url)).toEqual(missing);
  await drop();
});

test('the build of an index names the session that it waits for, and continues when that ends', async () => {
  const { url, drop, missing } = await databaseBefore('20261129000100_find_undecided_notifications');
  const backup = await readingSession(`${url}${url.includes('?') ? '&' : '?'}application_name=nightly-backup`);
  const waiting = Promise.withResolvers<string>();
  const migrated = migrate(url, { onWaiting: waiting.resolve });
  expect(await waiting.promise).toMatch(/^nightly-backup \(process \d+, since \d\d:\d\d UTC\)$/);
  await backup.release();
  expect(await migrated).toEqual(missing);
  await drop();
});
