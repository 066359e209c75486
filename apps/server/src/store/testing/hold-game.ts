import type { GameId } from '@terrace/protocol';
import pg from 'pg';

/** Locks the row of one game until it is released, as a long transaction of another session would. */
export async function holdGame(databaseUrl: string, gameId: GameId): Promise<{ release(): Promise<void> }> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query('select from game where id = $1 for update', [gameId]);
  return {
    async release() {
      await client.query('rollback');
      await client.end();
    },
  };
}
