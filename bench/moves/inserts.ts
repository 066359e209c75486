import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Pair } from './load.ts';

/**
 * Inserts rows with the size of a move's event, one commit each, through a pool of the server's size. `analyze` updates
 * the statistics of all tables.
 */
export async function insertPairs(
  url: string,
  count: number,
): Promise<{ pairs: Pair[]; analyze(): Promise<void>; close(): Promise<void> }> {
  const pool = new pg.Pool({ connectionString: url, max: 8 });
  pool.on('error', ({ message }) => console.error(message));
  await pool.query(`create table if not exists bench_event (
    game_id text, seq int, at timestamptz(3) not null, by text, command_id text, event jsonb not null, primary key (game_id, seq))`);
  const pairs = Array.from({ length: count }, (_, i) => {
    const gameId = randomUUID().slice(0, 12);
    let seq = 0;
    return {
      ready: async () => undefined,
      play: async () => {
        seq += 1;
        const event = { type: 'moved', ply: seq, from: 'd2', to: 'd3', remainingMs: 300_000 };
        const text = 'insert into bench_event values ($1, $2, $3, $4, $5, $6)';
        await pool.query({
          name: 'insert',
          text,
          values: [gameId, seq, new Date(), `bench-player-${i}`, randomUUID(), JSON.stringify(event)],
        });
      },
    };
  });
  return { pairs, analyze: async () => void (await pool.query('analyze')), close: () => pool.end() };
}
