import { setTimeout as passing } from 'node:timers/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import { isDriverAdapterError } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { DatabaseUnavailable } from '../game/store.ts';
import { Prisma, PrismaClient } from '../generated/prisma/client.ts';

export type Database = {
  readonly prisma: PrismaClient;
  /** Waits for whoever is still asking, and for what they ask next, before it hangs up. */
  close(): Promise<void>;
};

/** How long a statement or a new connection may take before Postgres counts as away, in ms. */
const PATIENCE = 3_000;

/** When nothing was asked for so long, nobody is in the midst of anything, in ms. */
const QUIET = 20;

/** Opens a pool of connections. Nothing is connected before the first query. */
export function openDatabase(url: string, report: (fault: unknown) => void): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: 8,
    connectionTimeoutMillis: PATIENCE,
    query_timeout: PATIENCE,
    keepAlive: true,
  });
  let closing = false; // what breaks then is what we hung up
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
  let asked = false;
  pool.on('acquire', () => {
    asked = true;
  });
  const latest = performance.now() + PATIENCE;
  do {
    asked = false;
    await passing(QUIET);
  } while ((asked || pool.totalCount > pool.idleCount) && performance.now() < latest);
}

/** Statements kept prepared on each connection; what a program asks is few in kind, and anything past it is parsed anew. */
const MOST_PREPARED = 200;

/** Names statements by their text, so that Postgres parses and plans each once a connection instead of once a call. */
function createStatementNames(): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size >= MOST_PREPARED) return '';
    const name = `terrace_${names.size}`;
    names.set(sql, name);
    return name;
  };
}

/** How Prisma's driver names a Postgres it cannot reach or that hung up. */
const AWAY_KINDS = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections']);

/** SQLSTATE classes of the same: connection, resources, operator's intervention. */
const AWAY_STATES = /^(08|53|57P)/;

/** What the pg client says, without any code, when a connection broke, would not come, or did not answer in time. */
const AWAY_WORDS =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout)/;

/** Runs a query; a database out of reach becomes DatabaseUnavailable, anything else is a fault and stays what it is. */
export async function runQuery<T>(query: () => Promise<T>): Promise<T> {
  try {
    return await query();
  } catch (error) {
    if (isAway(error)) throw new DatabaseUnavailable('Postgres is out of reach', { cause: error });
    throw error;
  }
}

function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (AWAY_WORDS.test(error.message)) return true;
  if (error instanceof Prisma.PrismaClientKnownRequestError) return isAway(error.meta?.driverAdapterError);
  if (!isDriverAdapterError(error)) return false;
  const { kind } = error.cause;
  return AWAY_KINDS.has(kind) || (kind === 'postgres' && AWAY_STATES.test(error.cause.code));
}
