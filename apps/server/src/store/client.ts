import { setTimeout as sleep } from 'node:timers/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import { isDriverAdapterError } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { DatabaseUnavailable } from '../game/store.ts';
import { Prisma, PrismaClient } from '../generated/prisma/client.ts';

export type Database = {
  readonly prisma: PrismaClient;
  /** Closes the pool after the running queries, and those that follow from them, are done. */
  close(): Promise<void>;
};

/** How long a statement or a new connection may take before Postgres counts as unavailable, in ms. */
const TIMEOUT_MS = 3_000;

/** After so long without a query, closing waits no longer, in ms. */
const IDLE_MS = 20;

/** Opens a pool of connections. Nothing is connected before the first query. */
export function openDatabase(url: string, report: (error: unknown) => void): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: 8,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    keepAlive: true,
  });
  let closing = false; // connections that break while we close them are no error
  pool.on('error', ({ message }) => {
    if (!closing) report(new DatabaseUnavailable(`an idle connection to Postgres broke: ${message}`));
  });
  const adapter = new PrismaPg(pool, { disposeExternalPool: false, statementNameGenerator: createStatementNames() });
  const prisma = new PrismaClient({ adapter });
  return {
    prisma,
    close: async () => {
      await untilIdle(pool);
      closing = true;
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

async function untilIdle(pool: pg.Pool): Promise<void> {
  let isQueried = false;
  pool.on('acquire', () => {
    isQueried = true;
  });
  const giveUpAt = performance.now() + TIMEOUT_MS;
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

/** Error kinds of Prisma's driver adapter for a Postgres that cannot be reached or closed the connection. */
const UNAVAILABLE_KINDS = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections']);

/** SQLSTATE classes of the same: connection exception, insufficient resources, operator intervention. */
const UNAVAILABLE_STATES = /^(08|53|57P)/;

/** Messages of pg, which has no codes for them: a connection broke, was not made, or did not answer in time. */
const UNAVAILABLE_MESSAGES =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout)/;

/** Runs a query. @throws DatabaseUnavailable when Postgres cannot be reached; other errors are rethrown unchanged */
export async function runQuery<T>(query: () => Promise<T>): Promise<T> {
  try {
    return await query();
  } catch (error) {
    if (isUnavailable(error)) throw new DatabaseUnavailable('Postgres cannot be reached', { cause: error });
    throw error;
  }
}

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (UNAVAILABLE_MESSAGES.test(error.message)) return true;
  if (error instanceof Prisma.PrismaClientKnownRequestError) return isUnavailable(error.meta?.driverAdapterError);
  if (!isDriverAdapterError(error)) return false;
  const { kind } = error.cause;
  return UNAVAILABLE_KINDS.has(kind) || (kind === 'postgres' && UNAVAILABLE_STATES.test(error.cause.code));
}
