import pg from 'pg';
import { errorCode, errorMessage, StartError } from '../runtime/errors.ts';

const TIMEOUT_MS = 10_000;

/** Checks that the Postgres of DATABASE_URL answers. @throws StartError that says in one sentence what to correct */
export async function checkDatabase(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: TIMEOUT_MS });
  client.on('error', () => undefined); // it also rejects what is awaited below
  try {
    await client.connect();
    await client.query('select 1');
  } catch (error) {
    throw new StartError(explain(error, new URL(databaseUrl)), { cause: error });
  } finally {
    await client.end();
  }
}

/** The sentence must not contain the password. */
function explain(error: unknown, { hostname, port, username, pathname }: URL): string {
  const place = `${hostname}:${port || 5432}`;
  const reason = (errorMessage(error) || errorCode(error) || 'no answer').split('\n', 1)[0];
  switch (errorCode(error)) {
    case '28P01':
    case '28000':
      return `Postgres at ${place} refuses the user "${username}" of DATABASE_URL: check its name and password.`;
    case '3D000':
      return `Postgres at ${place} has no database "${pathname.slice(1)}": create it, or correct DATABASE_URL.`;
    case '57P03':
      return `Postgres at ${place} is still starting: try again in a moment.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `There is no host "${hostname}": correct DATABASE_URL.`;
    case 'ECONNREFUSED':
      return `No Postgres answers at ${place}: start it, or correct DATABASE_URL.`;
    default:
      return `Postgres at ${place} cannot be used (${reason}): correct DATABASE_URL.`;
  }
}
