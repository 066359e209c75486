import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Server } from 'socket.io';
import { quantile } from '../moves/load.ts';
import { type Addresses, type Carrier, emitHere } from './carriers.ts';
import { monotonicMs } from './clock.ts';
import type { Commit } from './commits.ts';

/** How the append of a move is published: not at all, in its transaction, in the next one, or via Redis. */
export const NOTICES = ['none', 'notify within', 'notify after', 'pub/sub after'] as const;
export type Notice = (typeof NOTICES)[number];

export const WRITERS = 16;

export type Appended = {
  readonly count: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
};

const COLUMNS = 'game_id text, seq int, at timestamptz(3) not null, by text, command_id text, event jsonb not null';
const INSERT = 'insert into bench_event values ($1, $2, $3, $4, $5, $6)';
const INSERT_AND_NOTIFY = `with saved as (${INSERT} returning seq) select pg_notify($7, $8) from saved`;

/** Writers that append one move after another, with one commit each. The notice is sent after the append. */
export async function openWriters(
  { postgres, channel }: Addresses,
  io: Server,
  carriers: Readonly<Record<'pub/sub' | 'notify', Carrier>>,
) {
  const pool = new pg.Pool({ connectionString: postgres, max: WRITERS });
  pool.on('error', () => undefined);
  await pool.query(`create table if not exists bench_event (${COLUMNS}, primary key (game_id, seq))`);
  let n = 0;

  async function append(notice: Notice, commit: Commit): Promise<void> {
    n += 1;
    const message = { n, at: monotonicMs(), commit };
    const event = JSON.stringify(commit.events[0]?.event);
    const row = [randomUUID().slice(0, 12), 1, new Date(), randomUUID(), randomUUID(), event];
    if (notice === 'notify within') {
      await pool.query({
        name: 'insert-and-notify',
        text: INSERT_AND_NOTIFY,
        values: [...row, channel, JSON.stringify(message)],
      });
    } else {
      await pool.query({ name: 'insert', text: INSERT, values: row });
    }
    if (notice === 'none' || notice === 'notify within') emitHere(io, commit);
    if (notice === 'notify after') await carriers.notify.publish(message);
    if (notice === 'pub/sub after') await carriers['pub/sub'].publish(message);
  }

  return {
    /** Appends as fast as possible. Times are in ms, of an append with its notice. */
    async write(notice: Notice, commits: readonly Commit[], forMs: number): Promise<Appended> {
      const times: number[] = [];
      const begunAt = monotonicMs();
      const until = begunAt + forMs;
      const writers = Array.from({ length: WRITERS }, async (_, i) => {
        for (let k = i; monotonicMs() < until; k += WRITERS) {
          const commit = commits[k % commits.length];
          if (commit === undefined) throw new Error('there are commits to send');
          const startedAt = monotonicMs();
          await append(notice, commit);
          times.push(monotonicMs() - startedAt);
        }
      });
      await Promise.all(writers);
      const perSecond = (times.length / (monotonicMs() - begunAt)) * 1_000;
      times.sort((a, b) => a - b);
      return { count: times.length, perSecond, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
    },
  };
}
