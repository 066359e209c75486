import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Snapshot } from '../backup/format.ts';
import { StartError } from '../runtime/errors.ts';
import { inTransaction, quoted, readMigrations, readTables } from './backup-tables.ts';

export const withSnapshot = <T>(databaseUrl: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> =>
  inTransaction(databaseUrl, 'isolation level repeatable read, read only', async (client) => work(await take(client)));

async function take(client: pg.Client): Promise<Snapshot> {
  const migrations = await readMigrations(client); // the first query fixes the snapshot
  if (migrations.length === 0) {
    throw new StartError(
      'There is nothing to save: the database has no tables of Terrace. Is DATABASE_URL, or DATA_DIR, right?',
    );
  }
  const tables = await readTables(client);
  await client.query(`lock table ${quoted(...tables.map(({ name }) => name))} in access share mode`); // blocks migrations
  const { rows } = await client.query<{ at: Date }>('select transaction_timestamp() as at');
  return {
    migrations,
    tables,
    takenAt: (rows[0]?.at ?? new Date()).toISOString(),
    rows({ name, columns }) {
      const copy = client.query(copyTo(`copy ${quoted(name)} (${quoted(...columns)}) to stdout`));
      return {
        bytes: copy,
        async count() {
          await client.query('select'); // the stream may end before the row count arrives; a later query on the connection does not
          return copy.rowCount;
        },
      };
    },
  };
}
