import { setTimeout as sleep } from 'node:timers/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { DatabaseUnavailable } from '../game-service/games.ports.ts';
import { PrismaClient } from '../generated/prisma/client.ts';
import { Pool } from './pool.ts';
import { runQuery } from './run-query.ts';

/** A statement that Postgres parses once for each connection, by its name. */
export type Prepared = { readonly name: string; readonly text: string };

export type RunPrepared = (
  statement: Prepared,
  values: readonly unknown[],
) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/** Prisma with queries that throw as `runQuery`. Beginning or committing a transaction throws Prisma's own errors. */
export type Queries = ReturnType<typeof translateErrors>;

const translateErrors = (prisma: PrismaClient) =>
  prisma.$extends({ query: { $allOperations: ({ args, query }) => runQuery(() => query(args)) } });

export type Transaction = Omit<Queries, '$connect' | '$disconnect' | '$extends'>;

/** Runs queries that take effect together or not at all. @throws as `runQuery`, and the errors of `work` */
export const transact = <T>(prisma: Queries, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  runQuery(() => prisma.$transaction(work));

export type Database = {
  readonly prisma: Queries;
  /** Past Prisma, on a connection of the same pool: for appends, of which Prisma's work would be a large part. @throws as `runQuery` */
  readonly runPrepared: RunPrepared;
  /**
   * Runs several statements, which take effect together or not at all. None of them waits more than 100 ms for a lock, since the
   * transaction may hold locks that others wait for. @throws as `runQuery`, and the errors of `work`
   */
  readonly transaction: <T>(work: (runPrepared: RunPrepared) => Promise<T>) => Promise<T>;
  /** Called when Postgres is found to be down, and when it is back: in between, queries fail at once. */
  setDown(isDown: boolean): void;
  /** Closes the pool after the running queries, and those that follow from them, are done. */
  close(): Promise<void>;
};

/** What a pool is for: moves, reading, background work, or the work of a command that no player waits for. */
export type PoolUse = keyof typeof POOLS;

/**
 * What Postgres may plan where a few rows are looked up by their keys. It keeps the plans of prepared statements: one made while a
 * table was small would read all of it ever after.
 */
const BY_KEYS = '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off';
const ANY_WAY = '';

/** Background work can be repeated after a crash of Postgres, so its commits do not wait for the disk, and moves not for them. */
const IN_BACKGROUND = `${BY_KEYS} -c synchronous_commit=off`;

/**
 * Connections and times of each pool, in ms. `append` is the one connection of the group commits, of which each sends one statement
 * at a time, and of the heartbeat, which tells whether appends are saved: kept for good, since the first append of a new connection
 * takes Postgres 60 to 110 ms instead of 2. `play` carries what else a move needs: the logs and rows that decide about a command,
 * seats and deadlines; all are short, so that six are never all taken. `read` carries what may be slow or asked for by many:
 * searches, lists, profiles, chat, logs for spectators. More connections than a small machine has cores would not answer sooner;
 * thirteen in all leave room for seven servers on Postgres' usual hundred. `background` is one more, at the leader only, and only while
 * it has something to do: a large job in many short statements.
 *
 * `statementMs` is Postgres' own limit, and `silenceMs`, above it, ours: a statement cut off by the first was slow, one by the
 * second tells that Postgres does not answer. `keepMs` is how long an unused connection stays open, 0 for ever.
 */
const POOLS = {
  append: { connections: 1, statementMs: 2_500, silenceMs: 3_000, keepMs: 0, planner: BY_KEYS },
  play: { connections: 6, statementMs: 2_500, silenceMs: 3_000, keepMs: 0, planner: BY_KEYS },
  read: { connections: 6, statementMs: 2_000, silenceMs: 3_000, keepMs: 60_000, planner: ANY_WAY },
  background: { connections: 1, statementMs: 20_000, silenceMs: 25_000, keepMs: 10_000, planner: IN_BACKGROUND },
  command: { connections: 2, statementMs: 3_600_000, silenceMs: 3_601_000, keepMs: 10_000, planner: ANY_WAY },
} as const;

export const plannerOf = (use: PoolUse): string => POOLS[use].planner;

/**
 * How long a statement may wait for a lock, in ms: less on the connection of appends and in transactions, which other players
 * wait for.
 */
const LOCK_MS = 2_000;
const SHORT_LOCK_MS = 100;

/** How long to wait for a connection, free or new. */
const WAIT_MS = 3_000;

/** How long a transaction may lie idle, in ms: its server died or hangs, and its locks must not stay. */
const IDLE_IN_TRANSACTION_MS = 6_000;

/** After so long without a query, closing waits no longer, in ms; and after so long with queries, neither. */
const IDLE_MS = 20;
const CLOSE_MS = 3_000;

/** Opens a pool of connections. Nothing is connected before the first query. */
export function openDatabase(url: string, reportError: (error: unknown) => void, use: PoolUse = 'read'): Database {
  const { connections, statementMs, silenceMs, keepMs, planner } = POOLS[use];
  const pool = new Pool({
    connectionString: url,
    application_name: `terrace ${use}`,
    max: connections,
    connectionTimeoutMillis: WAIT_MS,
    idleTimeoutMillis: keepMs,
    statement_timeout: statementMs,
    query_timeout: silenceMs,
    lock_timeout: use === 'append' ? SHORT_LOCK_MS : LOCK_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    keepAlive: true,
    options: planner,
  });
  let closing = false; // connections that break while we close them are no error
  pool.on('error', ({ message }) => {
    if (!closing) reportError(new DatabaseUnavailable(`an idle connection to Postgres broke: ${message}`));
  });
  const adapter = new PrismaPg(pool, { disposeExternalPool: false, statementNameGenerator: createStatementNames() });
  const prisma = translateErrors(new PrismaClient({ adapter }));
  return {
    prisma,
    runPrepared: (statement, values) => runQuery(() => rowsOf(pool, statement, values)),
    transaction: (work) => runQuery(() => transaction(pool, work)),
    setDown: (isDown) => pool.setDown(isDown),
    close: async () => {
      await untilIdle(pool);
      closing = true;
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

async function rowsOf(connection: pg.Pool | pg.PoolClient, statement: Prepared, values: readonly unknown[]) {
  const { rows } = await connection.query<Record<string, unknown>>({ ...statement, values: [...values] });
  return rows;
}

async function transaction<T>(pool: pg.Pool, work: (runPrepared: RunPrepared) => Promise<T>): Promise<T> {
  const connection = await pool.connect();
  let isUsable = true;
  const onBroken = (): void => {
    isUsable = false; // whatever waits for it is told by its own error
  };
  connection.on('error', onBroken);
  try {
    await connection.query(`begin; set local lock_timeout = ${SHORT_LOCK_MS}`);
    const result = await work((statement, values) => rowsOf(connection, statement, values));
    await connection.query('commit');
    return result;
  } catch (error) {
    await connection.query('rollback').catch(onBroken);
    throw error;
  } finally {
    connection.off('error', onBroken);
    connection.release(!isUsable);
  }
}

async function untilIdle(pool: pg.Pool): Promise<void> {
  let isQueried = false;
  pool.on('acquire', () => {
    isQueried = true;
  });
  const giveUpAt = performance.now() + CLOSE_MS;
  do {
    isQueried = false;
    await sleep(IDLE_MS);
  } while ((isQueried || pool.totalCount > pool.idleCount) && performance.now() < giveUpAt);
}

/** Prepared statements per connection; statements beyond this number are parsed on each call. */
const MAX_PREPARED = 200;

/** Names statements by their text, so that Postgres parses each once per connection instead of once per call. */
function createStatementNames(): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size >= MAX_PREPARED) return '';
    const name = `terrace_${names.size}`;
    names.set(sql, name);
    return name;
  };
}
