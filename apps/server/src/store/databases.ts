import pg from 'pg';
import { errorCode, errorMessage, ServiceUnreachable, StartError } from '../runtime/errors.ts';

const TIMEOUT_MS = 10_000;

export async function withClient<T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(config);
  client.on('error', () => undefined); // the error also rejects the awaited query
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The codes of a wrong user, password or database. */
const MUST_BE_CORRECTED = new Set(['28P01', '28000', '3D000']);

/** Checks that the Postgres of DATABASE_URL answers. @throws StartError that names the setting to correct */
export async function checkDatabase(connectionString: string): Promise<void> {
  try {
    await withClient({ connectionString, connectionTimeoutMillis: TIMEOUT_MS }, (client) => client.query('select 1'));
  } catch (error) {
    const Fault = MUST_BE_CORRECTED.has(errorCode(error) ?? '') ? StartError : ServiceUnreachable;
    throw new Fault(explain(error, new URL(connectionString)), { cause: error });
  }
}

/** The message must not contain the password. */
function explain(error: unknown, { hostname, port, username, pathname }: URL): string {
  const place = `${hostname}:${port || 5432}`;
  const reason = (errorMessage(error) || errorCode(error) || 'no answer').split('\n', 1)[0];
  switch (errorCode(error)) {
    case '28P01':
    case '28000':
      return `Postgres at ${place} rejects the user "${username}" of DATABASE_URL: check its name and password.`;
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

/** Unique across all Postgres servers. */
export const databaseIdentity = (connectionString: string): Promise<string> =>
  withClient({ connectionString }, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `select to_hex(system_identifier) || '-' || d.oid as id
      from pg_control_system(), pg_database d where datname = current_database()`,
    );
    const [row] = rows;
    if (row === undefined) throw new Error('Postgres returned no identity of the database');
    return row.id;
  });

/** Creates the database on the server of `url` unless it exists. @returns its URL */
export async function ensureDatabase(url: string, name: string): Promise<string> {
  await withClient({ connectionString: url }, async (client) => {
    const found = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`);
  });
  return urlOf(url, name);
}

/** Creates a database as a copy of `template`, which must not be in use. */
export async function copyDatabase(url: string, template: string, name: string): Promise<string> {
  const [to, from] = [name, template].map((each) => pg.escapeIdentifier(each));
  await withClient({ connectionString: url }, (client) =>
    client.query(`create database ${to} template ${from} strategy file_copy`),
  );
  return urlOf(url, name);
}

export async function dropDatabase(url: string, name: string): Promise<void> {
  await withClient({ connectionString: url }, (client) =>
    client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`),
  );
}

function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${encodeURIComponent(database)}`;
  return url.href;
}
