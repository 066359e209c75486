import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { errorCode, ServiceUnreachable } from '../runtime/errors.ts';
import { MIGRATIONS } from './backup-tables.ts';

export const migrationsFolder = fileURLToPath(new URL('../../../../prisma/migrations', import.meta.url));

/** The advisory lock of Prisma's engine, so that servers of earlier versions and `prisma migrate` wait too. */
const LOCK_KEY = 72_707_369;

/** How often a server asks whether another one has applied the migrations. */
const TURN_EVERY_MS = 100;

/** Less than a move waits until it is refused. */
const LOCK_MS = 500;
const PAUSE_MS = { first: 500, longest: 5_000 } as const;
const PATIENCE_MS = 300_000;
const LOCK_NOT_AVAILABLE = '55P03';
const LOCKED =
  'Another session, such as a backup, locks a table that a migration changes: start again when it has ended.';

/** How often to look for the sessions that an index waits for. */
const BLOCKERS_EVERY_MS = 1_000;
const BLOCKERS = `
  select format('%s (process %s, since %s)', coalesce(nullif(application_name, ''), 'a session'), pid,
    to_char(xact_start at time zone 'UTC', 'HH24:MI UTC')) as session
  from pg_stat_activity where pid = any(pg_blocking_pids($1::int)) order by xact_start`;

const CONCURRENTLY = /\bindex\s+concurrently\b/i;

const CREATE_TABLE = `
  create table if not exists ${MIGRATIONS} (
    id varchar(36) primary key not null,
    checksum varchar(64) not null,
    finished_at timestamptz,
    migration_name varchar(255) not null,
    logs text,
    rolled_back_at timestamptz,
    started_at timestamptz not null default now(),
    applied_steps_count integer not null default 0
  )`;

type Options = {
  /** The names of migrations to apply; by default all. */
  readonly only?: readonly string[];
  /** How long to retry while other sessions, such as a backup, lock a table. */
  readonly patienceMs?: number;
  /** Called when a table is locked and the migration will be retried. */
  readonly onLocked?: () => void;
  /** Called when the build of an index waits for other sessions, which are named, and each time these change. */
  readonly onWaiting?: (sessions: string) => void;
};

/**
 * Applies pending migrations, each in its own transaction, and returns their names. Concurrent servers wait.
 *
 * @throws ServiceUnreachable if another session locks a table for too long
 */
export async function migrate(databaseUrl: string, options: Options = {}): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined); // the error also rejects the awaited query
  await client.connect();
  try {
    await waitForTurn(client);
    const applied = await readApplied(client);
    const names = (await migrationNames()).filter((name) => options.only?.includes(name) ?? true);
    const missing = names.filter((name) => !applied.has(name));
    const runAlone = (script: string) => runNamingBlockers(client, databaseUrl, script, options.onWaiting);
    for (const name of missing) await retryWhileTablesAreLocked(() => apply(client, name, runAlone), options);
    return missing;
  } finally {
    await client.end();
  }
}

/** Polls, because an index that is built concurrently waits for all sessions with a running statement. */
async function waitForTurn(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [LOCK_KEY]);
    if (rows[0]?.held) return;
    await sleep(TURN_EVERY_MS);
  }
}

/**
 * A statement that waits for a table lock makes all later statements on the table wait, moves as well. So it waits
 * only for a moment, and is retried after a pause in which they run.
 */
async function retryWhileTablesAreLocked(
  attempt: () => Promise<void>,
  { patienceMs = PATIENCE_MS, onLocked }: Options,
): Promise<void> {
  const until = performance.now() + patienceMs;
  for (let pauseMs: number = PAUSE_MS.first; ; pauseMs = Math.min(2 * pauseMs, PAUSE_MS.longest)) {
    try {
      return await attempt();
    } catch (error) {
      if (errorCode(error) !== LOCK_NOT_AVAILABLE) throw error;
      if (performance.now() >= until) throw new ServiceUnreachable(LOCKED, { cause: error });
    }
    if (pauseMs === PAUSE_MS.first) onLocked?.();
    await sleep(pauseMs);
  }
}

/** @throws when the database has tables of another program, or an unfinished migration of an earlier version */
async function readApplied(client: pg.Client): Promise<ReadonlySet<string>> {
  const foreign = await client.query(
    `select where to_regclass($1) is null and exists (select from pg_tables where schemaname = current_schema())`,
    [MIGRATIONS],
  );
  if (foreign.rowCount !== 0) throw new Error('it contains tables of another program');
  await client.query(CREATE_TABLE);
  const { rows } = await client.query<{ name: string; finished: boolean }>(
    `select migration_name as name, finished_at is not null as finished from ${MIGRATIONS} where rolled_back_at is null`,
  );
  const failed = rows.find(({ finished }) => !finished);
  if (failed !== undefined) throw new Error(`the migration ${failed.name} failed earlier: repair the tables first`);
  return new Set(rows.map(({ name }) => name));
}

async function apply(client: pg.Client, name: string, runAlone: (script: string) => Promise<void>): Promise<void> {
  const script = await readFile(join(migrationsFolder, name, 'migration.sql'), 'utf8');
  if (CONCURRENTLY.test(script)) await runAlone(script);
  try {
    await client.query(`begin; set local lock_timeout = ${LOCK_MS}`);
    if (!CONCURRENTLY.test(script)) await client.query(script);
    await client.query(
      `insert into ${MIGRATIONS} (id, checksum, migration_name, finished_at, applied_steps_count) values ($1, $2, $3, now(), 1)`,
      [randomUUID(), createHash('sha256').update(script).digest('hex'), name],
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/**
 * Statements outside of a transaction, for indexes that are built concurrently. The script must be repeatable. Such a
 * statement blocks no writes while it waits, but it waits for all older transactions, however long a backup takes.
 */
async function runNamingBlockers(
  client: pg.Client,
  databaseUrl: string,
  script: string,
  onWaiting: Options['onWaiting'],
): Promise<void> {
  const done = new AbortController();
  const watching = onWaiting && watchBlockers(await pidOf(client), databaseUrl, onWaiting, done.signal);
  try {
    for (const statement of script.split(/;\s*$/m)) if (/\S/.test(statement)) await client.query(statement);
  } finally {
    done.abort();
    await watching;
  }
}

async function pidOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}

/** Never rejects: the build does not depend on whether its waiting can be explained. */
async function watchBlockers(
  pid: number | undefined,
  databaseUrl: string,
  onWaiting: (sessions: string) => void,
  done: AbortSignal,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined); // the error also rejects the awaited query
  let last = '';
  try {
    await client.connect();
    while (!done.aborted) {
      await sleep(BLOCKERS_EVERY_MS, undefined, { signal: done });
      const { rows } = await client.query<{ session: string }>(BLOCKERS, [pid]);
      const sessions = rows.map(({ session }) => session).join(', ');
      if (sessions !== '' && sessions !== last) onWaiting(sessions);
      last = sessions;
    }
  } catch {
    // the build has ended, or the database accepts no second connection
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Folder names, oldest first: they start with a timestamp. */
export async function migrationNames(): Promise<string[]> {
  const entries = await readdir(migrationsFolder, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
}
