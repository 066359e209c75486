import pg from 'pg';

export async function lockTables(databaseUrl: string, ...tables: readonly string[]) {
  const client = new pg.Client({ connectionString: databaseUrl });
  const observer = new pg.Client({ connectionString: databaseUrl }); // a transaction sees a fixed list of sessions
  await Promise.all([client.connect(), observer.connect()]);
  await client.query('begin');
  await client.query(
    `lock table ${tables.map((table) => pg.escapeIdentifier(table)).join(', ')} in access exclusive mode`,
  );
  return {
    async waiting(use: string): Promise<number> {
      const { rows } = await observer.query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity where datname = current_database() and application_name = $1 and wait_event_type = 'Lock'`,
        [`terrace ${use}`],
      );
      return rows[0]?.n ?? 0;
    },
    async release(): Promise<void> {
      await client.query('rollback');
      await Promise.all([client.end(), observer.end()]);
    },
  };
}
