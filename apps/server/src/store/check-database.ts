import pg from 'pg';
import { errorCode, errorMessage, StartError } from '../errors.ts';

const patienceMs = 10_000;

/** Makes sure the operator's own Postgres answers, or says in one sentence what to correct. */
export async function checkDatabase(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: patienceMs });
  client.on('error', () => undefined); // the same error also rejects what is awaited below
  try {
    await client.connect();
    await client.query('select 1');
  } catch (error) {
    throw new StartError(explain(error, new URL(databaseUrl)), { cause: error });
  } finally {
    await client.end();
  }
}

/** Never shows the password. */
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
