import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { StoreAway } from '../game/store.ts';
import { Prisma, PrismaClient } from '../generated/prisma/client.ts';

export type Database = { readonly prisma: PrismaClient; close(): Promise<void> };

/** How long a statement or a new connection may take before Postgres counts as away, in ms. */
const PATIENCE = 3_000;

/** Opens a pool of connections. Nothing is connected before the first query. */
export function openDatabase(url: string, report: (fault: unknown) => void): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: 8,
    connectionTimeoutMillis: PATIENCE,
    query_timeout: PATIENCE,
    keepAlive: true,
  });
  pool.on('error', report);
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool, { disposeExternalPool: false }) });
  return {
    prisma,
    close: async () => {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

/** SQLSTATE classes that say the server or the way to it is gone: connection, resources, operator's intervention. */
const AWAY_STATES = /^(08|53|57P)/;
const AWAY_CODES = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037']);
const AWAY_WORDS =
  /ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|Connection terminated|timeout exceeded|Query read timeout|not queryable|server closed/i;

/** Runs a query; a database out of reach becomes StoreAway, anything else is a fault and stays what it is. */
export async function reach<T>(query: () => Promise<T>): Promise<T> {
  try {
    return await query();
  } catch (error) {
    if (isAway(error)) throw new StoreAway('Postgres is out of reach', { cause: error });
    throw error;
  }
}

function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof Prisma.PrismaClientKnownRequestError && AWAY_CODES.has(error.code)) return true;
  const state = sqlState(error);
  return (state !== undefined && AWAY_STATES.test(state)) || AWAY_WORDS.test(describe(error));
}

/** The SQLSTATE Postgres gave, wherever the layers between have put it. */
export function sqlState(error: unknown): string | undefined {
  const found = /"(?:originalCode|code)":"([0-9A-Z]{5})"/.exec(describe(error));
  return found?.[1];
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const meta = 'meta' in error ? JSON.stringify(error.meta) : '';
  const code = 'code' in error ? `"code":"${String(error.code)}"` : '';
  return `${error.message} ${code} ${meta} ${error.cause === undefined ? '' : describe(error.cause)}`;
}
