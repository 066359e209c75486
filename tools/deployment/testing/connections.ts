import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';

const Counted = z.tuple([z.object({ open: z.int() })]);

/** Counts the connections to a database, apart from its own, until it is stopped. */
export async function watchConnections(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const over = new AbortController();
  async function watch(): Promise<number> {
    let most = 0;
    while (!over.signal.aborted) {
      const { rows } = await client.query(
        'select count(*)::int as open from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      most = Math.max(most, Counted.parse(rows)[0].open);
      await delay(100);
    }
    return most;
  }
  const watching = watch();
  watching.catch(() => undefined); // awaited by `stop`
  return {
    /** @returns the most connections at a time */
    async stop(): Promise<number> {
      over.abort();
      try {
        return await watching;
      } finally {
        await client.end();
      }
    },
  };
}
