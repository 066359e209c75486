import { setTimeout as sleep } from 'node:timers/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { DatabaseUnavailable } from '../game-service/games.ports.ts';
import { PrismaClient } from '../generated/prisma/client.ts';
import { Pool } from './pool.ts';
import { runQuery } from './run-query.ts';

/** A named statement that Postgres parses once per connection. */
export type Prepared = { readonly name: string; readonly text: string };

export type RunPrepared = (
  statement: Prepared,
  values: readonly unknown[],
) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/** Queries throw as `runQuery`. Starting or committing a transaction throws Prisma's own errors. */
export type Queries = ReturnType<typeof translateErrors>;

const translateErrors = (prisma: PrismaClient) =>
  prisma.$extends({ query: { $allOperations: ({ args, query }) => runQuery(() => query(args)) } });

export type Transaction = Omit<Queries, '$connect' | '$disconnect' | '$extends'>;

/** @throws as `runQuery`, and the errors of `work` */
export const transact = <T>(prisma: Queries, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  runQuery(() => prisma.$transaction(work));

export type Database = {
  readonly prisma: Queries;
  /** Bypasses Prisma, whose overhead would be significant in an append. @throws as `runQuery` */
  readonly runPrepared: RunPrepared;
  /** Waits 100 ms at most for a lock, since it may hold locks that others wait for. @throws as `runQuery` and `work` */
  readonly transaction: <T>(work: (runPrepared: RunPrepared) => Promise<T>) => Promise<T>;
  /** Called when an outage begins and ends. In between, queries fail at once. */
  setDown(isDown: boolean): void;
  /** Closes the pool after the running queries and those that follow from them. */
  close(): Promise<void>;
};

export type PoolUse = keyof typeof POOLS;

/** Forces index lookups: a plan that Postgres prepared for a small table would scan it forever. */
const BY_KEYS = '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off';
const ANY_WAY = '';

/** Commits do not wait for the disk, which would delay moves: background work can be repeated after a crash. */
const IN_BACKGROUND = `${BY_KEYS} -c synchronous_commit=off`;

/**
 * `statementMs` is Postgres' limit, `silenceMs` the client's if Postgres does not answer. `keepMs` 0 is unlimited.
 * The sum lets four servers and a fifth one during a rolling restart share Postgres' usual hundred.
 */
const POOLS = {
  /** Group commits and heartbeats. Never closed: the first append of a connection takes 60 to 110 ms instead of 2. */
  append: { connections: 1, statementMs: 2_500, silenceMs: 3_000, keepMs: 0, planner: BY_KEYS },
  /** Short queries of commands: logs, rows, seats and deadlines. Six connections are never all in use. */
  play: { connections: 6, statementMs: 2_500, silenceMs: 3_000, keepMs: 0, planner: BY_KEYS },
  /** Slow or frequent reads: searches, lists, profiles, chat, logs for spectators. */
  read: { connections: 5, statementMs: 2_000, silenceMs: 3_000, keepMs: 60_000, planner: ANY_WAY },
  /** Large work of many short statements in play, on the leader only. */
  background: { connections: 1, statementMs: 20_000, silenceMs: 25_000, keepMs: 10_000, planner: IN_BACKGROUND },
  /** Background work in a process of its own, in short statements. Work that is lost with a crash is due again. */
  jobs: { connections: 4, statementMs: 5_000, silenceMs: 6_000, keepMs: 60_000, planner: IN_BACKGROUND },
  command: { connections: 2, statementMs: 3_600_000, silenceMs: 3_601_000, keepMs: 10_000, planner: ANY_WAY },
} as const;

export const connectionsOf = (use: PoolUse): number => POOLS[use].connections;

export const plannerOf = (use: PoolUse): string => POOLS[use].planner;

/** The lock timeout. It is shorter for appends and transactions, which other players wait for. */
const LOCK_MS = 2_000;
const SHORT_LOCK_MS = 100;

const WAIT_MS = 3_000;

/** The server of an idle transaction has died or hangs, and its locks must be released. */
const IDLE_IN_TRANSACTION_MS = 6_000;

/** Closing waits until no query has run for `IDLE_MS`, but at most `CLOSE_MS`. */
const IDLE_MS = 20;
const CLOSE_MS = 3_000;

/** A pool of connections, which connects with the first query. */
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
  let closing = false; // ignores connections that break during close
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
    isUsable = false; // its query receives the error itself
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

/** Prepared statements per connection. Statements beyond this number are parsed on each call. */
const MAX_PREPARED = 200;

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
