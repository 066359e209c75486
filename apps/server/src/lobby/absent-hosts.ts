import { MINUTE_MS, type PlayerId } from '@terrace/protocol';
import { isUnsaved } from '../game-service/games.ports.ts';
import type { GameService } from '../game-service/service.ts';
import type { OnlinePlayers } from '../presence/online-players.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import { poll } from '../runtime/single-flight.ts';
import type { OpenTables } from './open-tables.ts';

const HOST_GRACE_MS = 3 * MINUTE_MS;
const CHECK_EVERY_MS = 1_000;

type Dependencies = {
  readonly service: GameService;
  readonly tables: Pick<OpenTables, 'all'>;
  readonly online: Pick<OnlinePlayers, 'takeOffline' | 'markOffline'>;
  readonly isLeader: () => boolean;
  readonly isFullyConnected: () => boolean;
  readonly isConnected: (player: PlayerId) => boolean;
  readonly scheduler: Scheduler;
  readonly reportError: (error: unknown) => void;
};

/** Closes the tables of absent hosts. Needs the leader and all nodes, since the host may be connected to any node. */
export function watchAbsentHosts(dependencies: Dependencies) {
  const { service, tables, online, isLeader, isFullyConnected, isConnected, scheduler, reportError } = dependencies;
  let wasLeader = false;

  /** The previous leader's absence times are lost. */
  function markHostsGone(): void {
    for (const { seats } of tables.all())
      for (const { player } of seats) if (player !== null) online.markOffline(player.id);
  }

  async function closeAbandonedTables(): Promise<void> {
    if (!isFullyConnected()) return;
    if (isLeader() && !wasLeader) markHostsGone();
    wasLeader = isLeader();
    const offline = new Set(online.takeOffline(HOST_GRACE_MS));
    if (offline.size === 0 || !wasLeader) return;
    for (const { id, seats } of [...tables.all()]) {
      const absent = seats.filter(({ player }) => player !== null && offline.has(player.id));
      for (const { side, player } of absent) {
        if (player === null || isConnected(player.id)) continue;
        const command = { type: 'abandon' } as const;
        const done = await service.command({
          gameId: id,
          by: null,
          command,
          arrivedAt: scheduler.now(),
          absentSides: [side],
        });
        if (!done.ok && isUnsaved(done.error)) online.markOffline(player.id); // retries
      }
    }
  }

  const { request, close } = poll(closeAbandonedTables, { everyMs: CHECK_EVERY_MS, scheduler, reportError });
  request();
  return { close };
}
