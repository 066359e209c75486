import pg from 'pg';
import type { BackupTable } from '../backup/format.ts';
import { errorCode, errorMessage, StartError } from '../runtime/errors.ts';
import { withClient } from './databases.ts';

const TIMEOUT_MS = 10_000;

/** The schema engine's list of applied migrations. A backup contains the names of migrations instead of this table. */
export const MIGRATIONS = '_prisma_migrations';

/** No statement timeout, since tables may be large. Lock waits time out, since a server may hold the lock. */
const SETTINGS = `
  set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0;
  set local lock_timeout = '${TIMEOUT_MS}ms';
  set local client_encoding = 'UTF8';
  set local datestyle = 'ISO, YMD';
  set local timezone = 'UTC';
  set local extra_float_digits = 3`;

/** Runs in a transaction whose settings make values read the same on every Postgres. @throws StartError */
export async function inTransaction<T>(
  databaseUrl: string,
  mode: 'read write' | 'isolation level repeatable read, read only',
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const config = {
    connectionString: databaseUrl,
    application_name: 'terrace backup',
    connectionTimeoutMillis: TIMEOUT_MS,
    keepAlive: true,
  };
  try {
    return await withClient(config, async (client) => {
      await client.query(`begin transaction ${mode}; ${SETTINGS}`);
      return work(client);
    });
  } catch (error) {
    if (!isOfPostgres(error)) throw error;
    throw new StartError(`Postgres aborted the operation: ${errorMessage(error).split('\n', 1)[0]}.`, { cause: error });
  }
}

const isOfPostgres = (error: unknown): boolean =>
  error instanceof pg.DatabaseError ||
  /^(ECONN|EPIPE)/.test(errorCode(error) ?? '') ||
  /^Connection t/.test(errorMessage(error));

/** The tables and writable columns of the schema, without tables of extensions and the list of migrations. */
export async function readTables(client: pg.Client): Promise<readonly BackupTable[]> {
  const tables = await client.query<{ name: string; columns: string[] }>(
    `select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> $1
       and not exists (select from pg_depend d where (d.classid, d.objid, d.deptype) = ('pg_class'::regclass, c.oid, 'e'))
     group by c.relname order by c.relname`,
    [MIGRATIONS],
  );
  const counters = await client.query<{ name: string; column: string; last: string }>(
    `select t.relname::text as name, a.attname::text as column, s.last_value::text as last
     from pg_depend d
     join pg_class q on q.oid = d.objid and q.relkind = 'S'
     join pg_sequences s on s.schemaname = current_schema() and s.sequencename = q.relname
     join pg_class t on t.oid = d.refobjid and t.relnamespace = current_schema()::regnamespace
     join pg_attribute a on (a.attrelid, a.attnum) = (d.refobjid, d.refobjsubid)
     where (d.classid, d.refclassid) = ('pg_class'::regclass, 'pg_class'::regclass) and d.deptype in ('a', 'i')
       and s.last_value is not null`,
  );
  return tables.rows.map(({ name, columns }) => ({
    name,
    columns,
    counters: Object.fromEntries(
      counters.rows.filter((counter) => counter.name === name).map(({ column, last }) => [column, last]),
    ),
  }));
}

/** The applied migrations, oldest first; empty if no server has ever used the database. */
export async function readMigrations(client: pg.Client): Promise<readonly string[]> {
  const found = await client.query('select where to_regclass($1) is not null', [MIGRATIONS]);
  if (found.rowCount === 0) return [];
  const { rows } = await client.query<{ name: string }>(
    `select migration_name as name from ${MIGRATIONS} where finished_at is not null and rolled_back_at is null order by 1`,
  );
  return rows.map(({ name }) => name);
}

export const quoted = (...names: readonly string[]): string =>
  names.map((name) => pg.escapeIdentifier(name)).join(', ');
