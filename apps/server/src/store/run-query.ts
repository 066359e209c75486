import { isDriverAdapterError } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { DatabaseBusy, DatabaseUnavailable } from '../game-service/games.ports.ts';
import { Prisma } from '../generated/prisma/client.ts';

export const RETRY_MS = 2_000;

/** Error kinds of Prisma's driver adapter for an unreachable Postgres or a closed connection. */
const UNAVAILABLE_KINDS = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections']);

/** The corresponding system error codes, for queries that bypass Prisma. */
const UNAVAILABLE_CODES = new Set(['ENOTFOUND', 'ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE']);

/** The corresponding SQLSTATE classes: connection exception, insufficient resources, operator intervention. */
const UNAVAILABLE_STATES = /^(08|53|57P)/;

/** The corresponding messages of pg, which has no codes for them. */
const UNAVAILABLE_MESSAGES =
  /^(Connection terminated|timeout expired$|Client (has encountered a connection error|was closed)|Query read timeout)/;

/** query_canceled and lock_not_available. */
const SLOW_STATE = '57014';
const LOCK_STATE = '55P03';

const DEADLOCK_STATE = '40P01';

/** pg's message when the pool had no free connection in time; Prisma's code when a transaction got none. */
const BUSY_MESSAGE = 'timeout exceeded when trying to connect';
const BUSY_CODE = 'P2028';

/** Another session held a lock for too long. Nothing was saved, and a retry may succeed. */
export class LockTimeout extends DatabaseBusy {}

/**
 * Translates the errors of a query; other errors are rethrown unchanged.
 *
 * @throws LockTimeout when another session held a lock for too long
 * @throws DatabaseBusy when the pool was full or the query took too long
 * @throws DatabaseUnavailable when Postgres is unreachable
 */
export async function runQuery<T>(query: () => Promise<T>): Promise<T> {
  try {
    return await query();
  } catch (error) {
    switch (conditionOf(error)) {
      case 'unreachable':
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

type Condition = 'unreachable' | 'busy' | 'locked';

/** Undefined if the query itself is at fault. */
function conditionOf(error: unknown): Condition | undefined {
  if (!(error instanceof Error)) return undefined;
  if (UNAVAILABLE_MESSAGES.test(error.message)) return 'unreachable';
  if (error.message === BUSY_MESSAGE) return 'busy';
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    return error.code === BUSY_CODE ? 'busy' : conditionOf(error.meta?.driverAdapterError);
  }
  if (error instanceof pg.DatabaseError) return conditionOfState(error.code);
  if (!isDriverAdapterError(error))
    return 'code' in error && UNAVAILABLE_CODES.has(String(error.code)) ? 'unreachable' : undefined;
  const { kind } = error.cause;
  if (UNAVAILABLE_KINDS.has(kind)) return 'unreachable';
  return kind === 'postgres' ? conditionOfState(error.cause.code) : undefined;
}

function conditionOfState(state = ''): Condition | undefined {
  if (state === SLOW_STATE) return 'busy';
  if (state === LOCK_STATE || state === DEADLOCK_STATE) return 'locked';
  return UNAVAILABLE_STATES.test(state) ? 'unreachable' : undefined;
}
