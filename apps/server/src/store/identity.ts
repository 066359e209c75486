import pg from 'pg';

/** A name for a database that no other has, on whichever Postgres. */
export async function databaseIdentity(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined); // it also rejects what is awaited below
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>(
      `select to_hex(system_identifier) || '-' || d.oid as id
      from pg_control_system(), pg_database d where datname = current_database()`,
    );
    const [row] = rows;
    if (row === undefined) throw new Error('Postgres does not say which database this is');
    return row.id;
  } finally {
    await client.end();
  }
}
