import { GameId } from '@terrace/protocol';
import type { GameStore } from '../game/store.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { runQuery } from './client.ts';
import { readGameIds } from './game-ids.ts';

/** Rows of nodes that have not beaten for so long are deleted, in s. */
const KEPT_S = 3600;

type Pools = { readonly append: PrismaClient; readonly play: PrismaClient; readonly read: PrismaClient };
type Heartbeat = Pick<GameStore, 'beat' | 'silentMs' | 'lastSeqs' | 'gamesWithRunningClock'>;

/** What shows whether Postgres saves, whether a server was there, and which games may have gone on unheard. */
export const createHeartbeat = ({ append, play, read }: Pools): Heartbeat => ({
  async beat(node) {
    // The latest row stays, whoever wrote it: it tells since when no server has been there.
    await runQuery(
      () => append.$executeRaw`
        with stale as (
          delete from heartbeat where node <> ${node} and at < clock_timestamp() - make_interval(secs => ${KEPT_S})
        )
        insert into heartbeat (node, at) values (${node}, clock_timestamp())
        on conflict (node) do update set at = excluded.at`,
    );
  },

  async silentMs() {
    const [row] = await runQuery(
      () => play.$queryRaw<{ ms: number | null }[]>`
        select ceil(extract(epoch from clock_timestamp() - max(at)) * 1000)::float8 as ms from heartbeat`,
    );
    return row?.ms ?? undefined;
  },

  async lastSeqs(ids) {
    if (ids.length === 0) return new Map();
    const rows = await runQuery(
      () => play.$queryRaw<{ id: string; seq: number }[]>`select id, seq from game where id = any(${ids})`,
    );
    return new Map(rows.map(({ id, seq }) => [GameId.parse(id), seq]));
  },

  gamesWithRunningClock: () =>
    readGameIds(read, {
      where: { status: 'live', kind: { not: null }, deadlineAt: { not: null } },
      orderBy: { deadlineAt: 'asc' },
    }),
});
