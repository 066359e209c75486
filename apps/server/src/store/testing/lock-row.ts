import pg from 'pg';
import { releaseOnce } from './release.ts';

export async function lockRow(databaseUrl: string, table: 'game' | 'user' | 'chat_message', id: string | number) {
  const client = new pg.Client({ connectionString: databaseUrl });
  const observer = new pg.Client({ connectionString: databaseUrl }); // a transaction sees a fixed list of sessions
  await Promise.all([client.connect(), observer.connect()]);
  await client.query('begin');
  await client.query(`select from ${pg.escapeIdentifier(table)} where id = $1 for update`, [id]);
  return {
    async waiting(): Promise<number> {
      const { rows } = await observer.query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows[0]?.n ?? 0;
    },
    release: releaseOnce(client, observer),
  };
}
