import { isDriverAdapterError } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { DatabaseBusy, DatabaseUnavailable } from '../game-service/games.ports.ts';
import { Prisma } from '../generated/prisma/client.ts';

export const RETRY_MS = 2_000;

/** Error kinds of Prisma's driver adapter for a Postgres that cannot be reached or closed the connection. */
const UNAVAILABLE_KINDS = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections']);

/** Codes of the operating system's errors for the same, where Prisma's adapter was not asked. */
const UNAVAILABLE_CODES = new Set(['ENOTFOUND', 'ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE']);

/** SQLSTATE classes of the same: connection exception, insufficient resources, operator intervention. */
const UNAVAILABLE_STATES = /^(08|53|57P)/;

/** Messages of pg, which has no codes for them: a connection broke, was not made, or did not answer in time. */
const UNAVAILABLE_MESSAGES =
  /^(Connection terminated|timeout expired$|Client (has encountered a connection error|was closed)|Query read timeout)/;

/** SQLSTATEs of a statement that took too long or waited too long for a lock: query_canceled, lock_not_available. */
const SLOW_STATE = '57014';
const LOCK_STATE = '55P03';

/** SQLSTATE of the statement that Postgres cancels to resolve a deadlock. */
const DEADLOCK_STATE = '40P01';

/** pg's message when no connection of the pool became free in time; Prisma's code when a transaction got none. */
const BUSY_MESSAGE = 'timeout exceeded when trying to connect';
const BUSY_CODE = 'P2028';

/** Another session held a lock for too long. Nothing was saved, and the same statement may succeed later. */
export class LockTimeout extends DatabaseBusy {}

/**
 * Runs a query.
 *
 * @throws LockTimeout when another session held a lock for too long
 * @throws DatabaseBusy when the pool is full or the query took too long
 * @throws DatabaseUnavailable when Postgres cannot be reached; other errors are rethrown unchanged
 */
export async function runQuery<T>(query: () => Promise<T>): Promise<T> {
  try {
    return await query();
  } catch (error) {
    switch (conditionOf(error)) {
      case 'away':
        throw new DatabaseUnavailable('Postgres cannot be reached', { cause: error });
      case 'busy':
        throw new DatabaseBusy('Postgres is busy', RETRY_MS, { cause: error });
      case 'locked':
        throw new LockTimeout('another session holds a lock', RETRY_MS, { cause: error });
      default:
        throw error;
    }
  }
}

type Condition = 'away' | 'busy' | 'locked';

/** What an error says about the database; undefined when it is about the query. */
function conditionOf(error: unknown): Condition | undefined {
  if (!(error instanceof Error)) return undefined;
  if (UNAVAILABLE_MESSAGES.test(error.message)) return 'away';
  if (error.message === BUSY_MESSAGE) return 'busy';
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    return error.code === BUSY_CODE ? 'busy' : conditionOf(error.meta?.driverAdapterError);
  }
  if (error instanceof pg.DatabaseError) return conditionOfState(error.code);
  if (!isDriverAdapterError(error))
    return 'code' in error && UNAVAILABLE_CODES.has(String(error.code)) ? 'away' : undefined;
  const { kind } = error.cause;
  if (UNAVAILABLE_KINDS.has(kind)) return 'away';
  return kind === 'postgres' ? conditionOfState(error.cause.code) : undefined;
}

function conditionOfState(state = ''): Condition | undefined {
  if (state === SLOW_STATE) return 'busy';
  if (state === LOCK_STATE || state === DEADLOCK_STATE) return 'locked';
  return UNAVAILABLE_STATES.test(state) ? 'away' : undefined;
}
