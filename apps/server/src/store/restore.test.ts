import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { emptyDatabase, freshDatabase } from '../../../../tools/testing/database.ts';
import type { Snapshot } from '../backup/format.ts';
import { writeBackup } from '../backup/write.ts';
import { startTestApp } from '../testing/app.ts';
import { migrate, migrationNames } from './migrate.ts';
import { createNodeLock } from './node-lock.ts';
import { restoreBackup } from './restore.ts';
import { withSnapshot } from './snapshot.ts';
import { contents, query, structure } from './testing/compare.ts';

vi.setConfig({ testTimeout: 90_000 }); // each test creates databases and migrates them in a separate thread

/** A player name with all special characters of Postgres' text format. */
const ODD = `Tab\\t\\\\.\\n\\\\N "Anna" {ä} 🏔`;

/** Enough chat for several chunks of a backup, so that the first is restored before the last is read. */
const LONG = `insert into chat_message (game_id, room, at, by_id, by_name, text)
  select 'none', 'players', now(), 'ann', 'Ann', md5(n::text) || md5((-n)::text) from generate_series(1, 20000) n`;

async function saved(more = ''): Promise<{ url: string; drop(): Promise<void>; file: Buffer }> {
  const database = await freshDatabase();
  await query(
    database.url,
    `insert into player (id, name, created_at, settings) values
       ('ann', e'${ODD}', now(), '{"language": "de"}'), ('ben', '', now(), null);
     insert into chat_message (game_id, room, at, by_id, by_name, text)
       select 'none', 'players', now(), 'ann', 'Ann', 'Line ' || n from generate_series(1, 5) n;
     delete from chat_message where id = 5;
     insert into report (at, by, about, reason, text, message_id) values (now(), 'ben', 'ann', 'talk', '', 4);
     insert into api_token (id, player_id, name, hash, scopes, created_at) values ('t', 'ann', 'Bot', 'x', '{read,"a b"}', now());
     insert into heartbeat values ('gone', now() - interval '1 minute');
     ${more}`,
  );
  return { ...database, file: await backupOf(database.url) };
}

const backupOf = (
  databaseUrl: string,
  change: (snapshot: Snapshot) => Snapshot = (snapshot) => snapshot,
): Promise<Buffer> =>
  withSnapshot(databaseUrl, async (snapshot) => {
    const sink = new PassThrough();
    const [file] = await Promise.all([buffer(sink), writeBackup(change(snapshot), sink)]);
    return file;
  });

const restore = (databaseUrl: string, file: Buffer) => restoreBackup(databaseUrl, Readable.from([file]));

test('a restore recreates every row, index and key, and new ids continue after the last one', async () => {
  const original = await saved();
  const restored = await emptyDatabase();
  expect(await restore(restored.url, original.file)).toMatchObject({ rows: 9, leftOut: [], migrated: [] });
  expect(await contents(restored.url)).toEqual(await contents(original.url));
  expect(await structure(restored.url)).toEqual(await structure(original.url));
  const said = await query(
    restored.url,
    `insert into chat_message (game_id, room, at, by_id, by_name, text) values ('none', 'players', now(), 'a', 'A', '') returning id`,
  );
  expect(said).toEqual([{ id: 6 }]);
  await Promise.all([original.drop(), restored.drop()]);
});

test('a database with a row or with later migrations rejects a backup; old heartbeats are ignored', async () => {
  const original = await saved();
  const database = await freshDatabase();
  await query(database.url, `insert into heartbeat values ('stopped', now() - interval '1 hour')`);
  await query(database.url, `insert into block values ('ann', 'ben')`);
  await expect(restore(database.url, original.file)).rejects.toThrow(
    'The database is not empty (the table block has rows): restore into a new, empty database.',
  );
  await query(database.url, 'delete from block');
  const earlier = await backupOf(original.url, (snapshot) => ({
    ...snapshot,
    migrations: snapshot.migrations.slice(0, -1),
  }));
  await expect(restore(database.url, earlier)).rejects.toThrow(/^The database is newer than the backup/);
  await restore(database.url, original.file);
  expect(await contents(database.url)).toEqual(await contents(original.url));
  await Promise.all([original.drop(), database.drop()]);
});

test('tables of another program make a database non-empty, and are left out of a restore', async () => {
  const original = await saved();
  const database = await emptyDatabase();
  await query(database.url, 'create table theirs (what text)');
  await expect(restore(database.url, original.file)).rejects.toThrow('the table theirs has rows');
  await query(database.url, 'drop table theirs');
  await query(original.url, `create table theirs (what text); insert into theirs values ('this')`);
  const both = await backupOf(original.url);
  expect(await restore(database.url, both)).toMatchObject({ rows: 9, leftOut: ['theirs'] });
  await Promise.all([original.drop(), database.drop()]);
});

test('a damaged backup leaves no row behind, and a complete one can be restored afterwards', async () => {
  const original = await saved(LONG);
  const database = await emptyDatabase();
  const cut = original.file.subarray(0, original.file.length / 2);
  await expect(restore(database.url, cut)).rejects.toThrow(/^The backup is damaged or incomplete/);
  expect(Object.values(await contents(database.url)).flat()).toEqual([]);
  await restore(database.url, original.file);
  expect(await contents(database.url)).toEqual(await contents(original.url));
  await Promise.all([original.drop(), database.drop()]);
});

test('a database used by a running server rejects a backup', async () => {
  const original = await saved();
  const database = await freshDatabase();
  const app = await startTestApp(database.url);
  await expect(restore(database.url, original.file)).rejects.toThrow(/^A server is using the database/);
  await app.close();
  await Promise.all([original.drop(), database.drop()]);
});

test('a server that starts during a restore waits until it is done', async () => {
  const original = await saved(LONG);
  const database = await freshDatabase();
  const source = new PassThrough();
  const half = original.file.length / 2;
  source.write(original.file.subarray(0, half));
  const restored = restoreBackup(database.url, source);
  await expect.poll(() => copying(database.url)).toBe(1);
  const node = createNodeLock({
    databaseUrl: database.url,
    isShared: true,
    reportError: (error) => expect.unreachable(String(error)),
  });
  expect(await node.acquire(0)).toBe(false);
  source.end(original.file.subarray(half));
  await restored;
  expect(await node.acquire(20_000)).toBe(true);
  await node.close();
  expect(await contents(database.url)).toEqual(await contents(original.url));
  await Promise.all([original.drop(), database.drop()]);
});

async function copying(databaseUrl: string): Promise<number> {
  return (await query(databaseUrl, 'select from pg_stat_progress_copy where datname = current_database()')).length;
}

test('restoring a backup of an earlier version applies the later migrations, including their changes to rows', {
  timeout: 60_000,
}, async () => {
  const [first = '', second = ''] = await migrationNames();
  const original = await emptyDatabase();
  await migrate(original.url, { only: [first, second] });
  await query(
    original.url,
    `insert into game (id, seq, status, settings, seats, players, turn, ply, created_at, updated_at) values
       ('early', 3, 'live', '{"time": null}', '[{"side": "south", "player": {"id": "ann", "name": "Ann"}}]', '{ann}', 'south', 1, now(), now());
     insert into chat_message (game_id, room, at, by_id, by_name, text) values ('early', 'players', now(), 'ben', 'Ben', 'Bah');
     insert into chat_report values (1, 'ann', now(), 'rude')`,
  );
  const database = await emptyDatabase();
  const { migrated } = await restore(database.url, await backupOf(original.url));
  expect(migrated).toEqual((await migrationNames()).slice(2));
  expect(await query(database.url, 'select by, about, text, message_id from report')).toEqual([
    { by: 'ann', about: 'ben', text: 'rude', message_id: 1 },
  ]);
  expect(await query(database.url, 'select id from game where deadline_at > now()')).toEqual([{ id: 'early' }]);
  const now = await freshDatabase();
  expect(await structure(database.url)).toEqual(await structure(now.url));
  await Promise.all([original.drop(), database.drop(), now.drop()]);
});

test('a backup of a later version is rejected before any change', async () => {
  const original = await saved();
  const database = await emptyDatabase();
  const later = await backupOf(original.url, (snapshot) => ({
    ...snapshot,
    migrations: [...snapshot.migrations, '20990101000000_more'],
  }));
  await expect(restore(database.url, later)).rejects.toThrow(
    'The backup was made by a newer version of Terrace (it has the migration 20990101000000_more): restore it with that version.',
  );
  expect(await contents(database.url)).toEqual({});
  await Promise.all([original.drop(), database.drop()]);
});
