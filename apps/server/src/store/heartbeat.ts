import { GameId, PlayerId } from '@terrace/protocol';
import { z } from 'zod';
import { type Downtime, type GameStore, HEALTH_PROBE_NODE } from '../game-service/games.ports.ts';
import type { Queries } from './client.ts';
import { UNFINISHED } from './conditions.ts';
import { readGameIds } from './game-ids.ts';

const KEPT_S = 3600;

type Pools = { readonly append: Queries; readonly play: Queries; readonly read: Queries };
type Heartbeat = Pick<GameStore, 'saveHeartbeat' | 'downtimes' | 'lastSeqs' | 'openedSince' | 'gamesWithRunningClock'>;

/** Validated, since all nodes set their clocks by `at`: `z.number` rejects NaN and infinity. */
const HeartbeatRow = z.object({ at: z.number(), node: z.string(), ms: z.number() });
const HeartbeatRows = z.tuple([HeartbeatRow], HeartbeatRow);

/** Shows whether Postgres saves, how long no server was running, and how long the logs of games are. */
export const createHeartbeat = ({ append, play, read }: Pools): Heartbeat => ({
  async saveHeartbeat(node) {
    // The latest row of nodes that stopped long ago stays: it shows since when no server has run.
    const rows = await append.$queryRaw<unknown>`
      with stale as (
        delete from heartbeat where node not in (${node}, ${HEALTH_PROBE_NODE}) and at < (
          select max(at) from heartbeat
          where node <> ${HEALTH_PROBE_NODE} and at < clock_timestamp() - make_interval(secs => ${KEPT_S})
        )
      ), beat as (
        insert into heartbeat (node, at, since) values (${node}, clock_timestamp(), clock_timestamp())
        on conflict (node) do update set at = excluded.at
        returning node, at
      )
      select extract(epoch from clock_timestamp())::float8 * 1000 as at, node,
        extract(epoch from clock_timestamp() - max(at))::float8 * 1000 as ms
      from (select node, at from heartbeat where node <> ${node} union all select node, at from beat) each
      group by node`;
    const heartbeats = HeartbeatRows.parse(rows);
    const nodes = heartbeats
      .filter(({ node }) => node !== HEALTH_PROBE_NODE)
      .map(({ node, ms }) => ({ node, silentMs: ms }));
    return { at: heartbeats[0].at, nodes };
  },

  downtimes: () => play.$queryRaw<Downtime[]>`
    with run as (
      select max(at) over (order by since) as ended, lead(since) over (order by since) as next
      from heartbeat where node <> ${HEALTH_PROBE_NODE}
    )
    select ceil(extract(epoch from clock_timestamp() - ended) * 1000)::float8 as "sinceMs",
      coalesce(floor(extract(epoch from clock_timestamp() - next) * 1000), 0)::float8 as "untilMs"
    from run where next is null or next > ended order by ended`,

  async lastSeqs(ids) {
    if (ids.length === 0) return new Map();
    const rows = await play.$queryRaw<{ id: string; seq: number }[]>`select id, seq from game where id = any(${ids})`;
    return new Map(rows.map(({ id, seq }) => [GameId.parse(id), seq]));
  },

  async openedSince(instant) {
    const rows = await read.game.findMany({
      where: { status: { in: UNFINISHED }, createdAt: { gte: new Date(instant) } },
      select: { id: true, players: true },
    });
    return rows.map(({ id, players }) => ({
      id: GameId.parse(id),
      players: players.map((player) => PlayerId.parse(player)),
    }));
  },

  gamesWithRunningClock: () =>
    readGameIds(read, {
      where: { status: 'live', kind: { not: null }, deadlineAt: { not: null } },
      orderBy: { deadlineAt: 'asc' },
    }),
});
