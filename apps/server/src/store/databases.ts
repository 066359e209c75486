import pg from 'pg';

/** Makes the database, if it is not there, on the server `url` belongs to. @returns the URL of the database */
export async function ensureDatabase(url: string, name: string): Promise<string> {
  await onServer(url, async (client) => {
    const found = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`);
  });
  return urlOf(url, name);
}

/** A new database that starts as a copy of `template`, which nobody may be using meanwhile. */
export async function copyDatabase(url: string, template: string, name: string): Promise<string> {
  const [to, from] = [name, template].map((each) => pg.escapeIdentifier(each));
  await onServer(url, (client) => client.query(`create database ${to} template ${from} strategy file_copy`));
  return urlOf(url, name);
}

/** Ends whatever connections it still has. */
export async function dropDatabase(url: string, name: string): Promise<void> {
  await onServer(url, (client) => client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`));
}

async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  // A server that goes away reports here as well as to the query under way, and would end the process unheard.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${encodeURIComponent(database)}`;
  return url.href;
}
