import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { BackupHeader, BackupTable } from '../backup/format.ts';
import { type Backup, discard } from '../backup/read.ts';
import { StartError } from '../runtime/errors.ts';
import { inTransaction, MIGRATIONS, quoted, readMigrations, readTables } from './backup-tables.ts';
import { NODE_KEY } from './node-lock.ts';

/** Checks that a backup can be restored into a database, without changing anything. @throws StartError */
export const checkTarget = (databaseUrl: string, header: BackupHeader): Promise<void> =>
  inTransaction(databaseUrl, 'isolation level repeatable read, read only', async (client) => {
    await lockOutServers(client);
    const applied = await readMigrations(client);
    const later = applied.find((name) => !header.migrations.includes(name));
    if (later !== undefined) {
      throw new StartError(
        `The database is newer than the backup (it has the migration ${later}): restore into a new, empty database.`,
      );
    }
    const tables = await readTables(client);
    if (applied.length === 0 && tables[0] !== undefined) throw notEmpty(tables[0].name);
    await checkEmpty(client, tables);
  });

/**
 * Loads a backup into the empty tables of its own migrations, completely or not at all. `leftOut` are unknown tables.
 *
 * @throws StartError when the database is in use or not empty, or the backup is damaged
 */
export const load = (databaseUrl: string, backup: Backup): Promise<{ rows: number; leftOut: readonly string[] }> =>
  inTransaction(databaseUrl, 'read write', async (client) => {
    await lockOutServers(client);
    const tables = await readTables(client);
    const names = quoted(...tables.map(({ name }) => name));
    await client.query(`lock table ${names} in access exclusive mode`);
    const applied = await readMigrations(client);
    if (applied.join() !== backup.header.migrations.toSorted().join()) throw inUse();
    await checkEmpty(client, tables);
    const recreateIndexes = await dropIndexes(client);
    // Only old heartbeats can be deleted here. Rows written after a truncate in the same transaction need no later
    // freezing.
    await client.query(`truncate ${names}`);
    let rows = 0;
    const leftOut: string[] = [];
    for (const table of backup.header.tables) {
      if (tables.some(({ name }) => name === table.name)) {
        rows += await loadTable(client, backup, table);
      } else {
        await backup.readTable(table.name, discard);
        leftOut.push(table.name);
      }
    }
    await backup.readEnd();
    await recreateIndexes();
    await client.query(`analyze ${names}`); // until then the planner has no statistics
    await client.query('commit');
    return { rows, leftOut };
  });

async function loadTable(client: pg.Client, backup: Backup, { name, columns, counters }: BackupTable): Promise<number> {
  const copy = copyFrom(`copy ${quoted(name)} (${quoted(...columns)}) from stdin with (freeze)`);
  const rows = await backup.readTable(name, (pieces) => pipeline(pieces, client.query(copy)));
  if (copy.rowCount !== rows) throw new Error(`Postgres took ${copy.rowCount} rows of ${name} instead of ${rows}`);
  for (const [column, last] of Object.entries(counters)) {
    await client.query('select setval(pg_get_serial_sequence($1, $2), $3)', [quoted(name), column, last]);
  }
  return rows;
}

/** Rebuilding indexes and keys afterwards is faster and allows any order of tables. @returns a function that does it */
async function dropIndexes(client: pg.Client): Promise<() => Promise<void>> {
  const { rows: constraints } = await client.query<{ alter: string; name: string; definition: string }>(
    `select format('alter table %s', conrelid::regclass) as alter, quote_ident(conname) as name,
       pg_get_constraintdef(oid) as definition
     from pg_constraint
     where connamespace = current_schema()::regnamespace and contype in ('p', 'u', 'x', 'f')
       and conrelid <> to_regclass($1)
     order by contype = 'f' desc, conname`,
    [MIGRATIONS],
  );
  for (const { alter, name } of constraints) await client.query(`${alter} drop constraint ${name}`);
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index join pg_class on pg_class.oid = indrelid
     where relnamespace = current_schema()::regnamespace and relkind = 'r' and indrelid <> to_regclass($1)
     order by 1`,
    [MIGRATIONS],
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  return async () => {
    for (const { definition } of indexes) await client.query(definition);
    for (const { alter, name, definition } of constraints.toReversed()) {
      await client.query(`${alter} add constraint ${name} ${definition}`); // foreign keys last
    }
  };
}

/** Holds the node lock that every server needs until the transaction ends. @throws StartError when a server holds it */
async function lockOutServers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_xact_lock($1) as free', [NODE_KEY]);
  if (rows[0]?.free !== true) throw inUse();
}

/** @throws StartError when a table has a row, except for heartbeats of stopped servers */
async function checkEmpty(client: pg.Client, tables: readonly BackupTable[]): Promise<void> {
  for (const { name } of tables) {
    if (name === 'heartbeat') continue;
    const { rowCount } = await client.query(`select from ${quoted(name)} limit 1`);
    if (rowCount !== 0) throw notEmpty(name);
  }
}

const notEmpty = (table: string): StartError =>
  new StartError(`The database is not empty (the table ${table} has rows): restore into a new, empty database.`);

const inUse = (): StartError => new StartError('A server is using the database: stop it, then restore.');
