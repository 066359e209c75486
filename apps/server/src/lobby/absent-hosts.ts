import { MINUTE_MS, type PlayerId } from '@terrace/protocol';
import type { GameService } from '../game/service.ts';
import { isUnsaved } from '../game/store.ts';
import type { OnlinePlayers } from '../presence/online-players.ts';
import type { OpenTables } from './open-tables.ts';

/** How long a host may be disconnected before their tables are closed, in ms. */
const HOST_GRACE_MS = 3 * MINUTE_MS;

/** How often to look for absent hosts, in ms. */
const SWEEP_EVERY_MS = 1_000;

type Services = {
  readonly service: GameService;
  readonly tables: Pick<OpenTables, 'all'>;
  readonly online: Pick<OnlinePlayers, 'takeGone' | 'markGone'>;
  /** Whether a player is connected to any server. */
  readonly isConnected: (player: PlayerId) => Promise<boolean>;
  readonly now: () => number;
  readonly report: (error: unknown) => void;
};

/** Sends `abandon` to the tables of hosts who are gone. `decide` checks which of these tables that closes. */
export function createAbsentHostSweeper({ service, tables, online, isConnected, now, report }: Services) {
  async function sweep(): Promise<void> {
    const gone = new Set(online.takeGone(HOST_GRACE_MS));
    if (gone.size === 0) return;
    for (const { id, seats } of [...tables.all()]) {
      const absent = seats.filter(({ player }) => player !== null && gone.has(player.id));
      for (const { side, player } of absent) {
        if (player === null || (await isConnected(player.id))) continue;
        const command = { type: 'abandon' } as const;
        const done = await service.command({ gameId: id, by: null, command, arrivedAt: now(), gone: [side] });
        if (!done.ok && isUnsaved(done.error)) online.markGone(player.id); // so that it is tried again
      }
    }
  }

  const timer = setInterval(() => sweep().catch(report), SWEEP_EVERY_MS);
  return { close: (): void => clearInterval(timer) };
}
