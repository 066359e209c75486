import { MINUTE_MS, PlayerId, SECOND_MS } from '@terrace/protocol';
import { z } from 'zod';
import { isUnsaved } from '../game-service/games.ports.ts';
import type { GameService } from '../game-service/service.ts';
import type { Cluster } from '../runtime/nodes.ports.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import { poll } from '../runtime/single-flight.ts';
import type { OpenTables } from './open-tables.ts';

const HOST_GRACE_MS = 3 * MINUTE_MS;
const CHECK_EVERY_MS = SECOND_MS;

type Dependencies = {
  readonly cluster: Pick<Cluster, 'state' | 'isFullyConnected'>;
  readonly service: Pick<GameService, 'command'>;
  readonly tables: Pick<OpenTables, 'all' | 'hosts' | 'isHost'>;
  readonly isConnectedHere: (player: PlayerId) => boolean;
  readonly isLeader: () => boolean;
  readonly scheduler: Scheduler;
  readonly reportError: (error: unknown) => void;
};

/** Closes tables whose hosts are connected to no node. Each node shares which hosts are connected to it; the leader decides. */
export function watchAbsentHosts(dependencies: Dependencies) {
  const { cluster, service, tables, isConnectedHere, isLeader, scheduler, reportError } = dependencies;
  const { now } = scheduler;
  const connected = cluster.state.map('hosts', z.object({}));
  const absentSince = new Map<PlayerId, number>();
  let wasLeader = false;

  const isConnected = (host: PlayerId): boolean => connected.get(host).size > 0;

  connected.onChange((key) => {
    const host = PlayerId.parse(key);
    if (isConnected(host)) absentSince.delete(host);
    else absentSince.set(host, now());
  });

  /** Absence is not known from before, so it begins now. */
  function markAbsent(): void {
    for (const host of tables.hosts()) if (!isConnected(host) && !absentSince.has(host)) absentSince.set(host, now());
  }

  async function closeTablesOf(hosts: ReadonlySet<PlayerId>): Promise<void> {
    for (const { id, seats } of [...tables.all()]) {
      const absent = seats.filter(({ player }) => player !== null && hosts.has(player.id));
      for (const { side, player } of absent) {
        if (player === null || isConnected(player.id)) continue;
        const request = { command: { type: 'abandon' }, arrivedAt: now(), absentSides: [side] } as const;
        const done = await service.command({ gameId: id, by: null, ...request });
        if (!done.ok && isUnsaved(done.error)) absentSince.set(player.id, now() - HOST_GRACE_MS); // retries
      }
    }
  }

  async function check(): Promise<void> {
    if (!cluster.isFullyConnected()) return;
    if (isLeader() && !wasLeader) markAbsent();
    wasLeader = isLeader();
    const late = [...absentSince].flatMap(([host, since]) => (now() - since >= HOST_GRACE_MS ? [host] : []));
    for (const host of late) absentSince.delete(host);
    if (late.length > 0 && wasLeader) await closeTablesOf(new Set(late));
  }

  const { request, close } = poll(check, { everyMs: CHECK_EVERY_MS, scheduler, reportError });
  request();
  return {
    /** Whether a host at an open table is connected to any node. */
    isConnected,

    /** Shares whether a player of this node is the host of a table. */
    update(player: PlayerId): void {
      if (tables.isHost(player) && isConnectedHere(player)) connected.set(player, {});
      else connected.delete(player);
    },

    markAbsent,
    close,
  };
}
