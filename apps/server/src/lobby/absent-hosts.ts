import { MINUTE_MS, type PlayerId } from '@terrace/protocol';
import { isUnsaved } from '../game-service/games.ports.ts';
import type { GameService } from '../game-service/service.ts';
import type { OnlinePlayers } from '../presence/online-players.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import { poll } from '../runtime/single-flight.ts';
import type { OpenTables } from './open-tables.ts';

/** How long a host may be disconnected before their tables are closed, in ms. */
const HOST_GRACE_MS = 3 * MINUTE_MS;
const SWEEP_EVERY_MS = 1_000;

type Services = {
  readonly service: GameService;
  readonly tables: Pick<OpenTables, 'all'>;
  readonly online: Pick<OnlinePlayers, 'takeGone' | 'markGone'>;
  readonly isLeader: () => boolean;
  readonly isFullyConnected: () => boolean;
  readonly isConnected: (player: PlayerId) => boolean;
  readonly scheduler: Scheduler;
  readonly report: (error: unknown) => void;
};

/**
 * Sends `abandon` to the tables of hosts who are gone. `decide` checks which of these tables that closes. The leader does so, while
 * all nodes can be heard: else a host may be where nobody knows of.
 */
export function createAbsentHostSweeper(services: Services) {
  const { service, tables, online, isLeader, isFullyConnected, isConnected, scheduler, report } = services;
  let led = false;

  /** Counts every host who is not connected as gone, of whom the leader before this one may have known for longer. */
  function lead(): void {
    for (const { seats } of tables.all())
      for (const { player } of seats) if (player !== null) online.markGone(player.id);
  }

  async function sweep(): Promise<void> {
    if (!isFullyConnected()) return;
    if (isLeader() && !led) lead();
    led = isLeader();
    const gone = new Set(online.takeGone(HOST_GRACE_MS));
    if (gone.size === 0 || !led) return;
    for (const { id, seats } of [...tables.all()]) {
      const absent = seats.filter(({ player }) => player !== null && gone.has(player.id));
      for (const { side, player } of absent) {
        if (player === null || isConnected(player.id)) continue;
        const command = { type: 'abandon' } as const;
        const done = await service.command({ gameId: id, by: null, command, arrivedAt: scheduler.now(), gone: [side] });
        if (!done.ok && isUnsaved(done.error)) online.markGone(player.id); // so that it is tried again
      }
    }
  }

  const { request, close } = poll(sweep, { everyMs: SWEEP_EVERY_MS, scheduler, report });
  request();
  return { close };
}
