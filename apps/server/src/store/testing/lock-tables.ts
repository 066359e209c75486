import pg from 'pg';
import { releaseOnce } from './release.ts';

/** Locks tables until `release` or the end of the test. */
export async function lockTables(databaseUrl: string, ...tables: readonly string[]) {
  const client = new pg.Client({ connectionString: databaseUrl });
  const observer = new pg.Client({ connectionString: databaseUrl }); // a transaction sees a fixed list of sessions
  await Promise.all([client.connect(), observer.connect()]);
  await client.query('begin');
  await client.query(
    `lock table ${tables.map((table) => pg.escapeIdentifier(table)).join(', ')} in access exclusive mode`,
  );

  /** The statements of a pool that wait and contain `text`, each with a key of its own. */
  async function waiters(use: string, text = ''): Promise<readonly string[]> {
    const { rows } = await observer.query<{ key: string }>(
      `select pid || ' ' || query_start as key from pg_stat_activity
       where datname = current_database() and application_name = $1 and wait_event_type = 'Lock' and strpos(query, $2) > 0`,
      [`terrace ${use}`, text],
    );
    return rows.map(({ key }) => key);
  }

  return {
    waiters,
    waiting: async (use: string): Promise<number> => (await waiters(use)).length,
    release: releaseOnce(client, observer),
  };
}
