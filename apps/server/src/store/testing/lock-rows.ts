import type { GameId } from '@terrace/protocol';
import pg from 'pg';
import { releaseOnce } from './release.ts';

const SELECT = {
  game: 'select from game where id = any($1::text[]) for update',
  seat_address: 'select from seat_address where game_id = any($1::text[]) for update',
  conditional_moves: 'select from conditional_moves where game_id = any($1::text[]) for update',
};

export async function lockRows(databaseUrl: string, ids: readonly GameId[], table: keyof typeof SELECT = 'game') {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query(SELECT[table], [ids]);
  return {
    release: releaseOnce(client),
  };
}
