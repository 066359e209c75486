import type { PlayerId } from '@terrace/protocol';
import type { GameService } from '../game/service.ts';
import type { OnlinePlayers } from '../presence/online-players.ts';
import type { OpenTables } from './open-tables.ts';

/** How long a host may be gone before tables at which strangers wait for a quick game are closed, in ms. */
export const HOST_GRACE_MS = 3 * 60_000;

/** How often to look, in ms. */
const EVERY = 1_000;

type Services = {
  readonly service: GameService;
  readonly tables: OpenTables;
  readonly online: OnlinePlayers;
  /** Whether somebody is connected to any server at all. */
  readonly isAnywhere: (player: PlayerId) => Promise<boolean>;
  readonly now: () => number;
  readonly report: (fault: unknown) => void;
};

/** Sends `abandon` for the tables of hosts who have gone. `decide` has the last word on which tables that closes. */
export function sweepAbsentHosts({ service, tables, online, isAnywhere, now, report }: Services): { close(): void } {
  async function look(): Promise<void> {
    const gone = new Set(online.takeGone(HOST_GRACE_MS));
    if (gone.size === 0) return;
    for (const { id, seats } of [...tables.all()]) {
      const absent = seats.filter(({ player }) => player !== null && gone.has(player.id));
      for (const { side, player } of absent) {
        if (player === null || (await isAnywhere(player.id))) continue;
        const command = { type: 'abandon' } as const;
        const done = await service.command({ gameId: id, by: null, command, arrivedAt: now(), gone: [side] });
        if (!done.ok && done.error.code === 'not-saved') online.markGone(player.id); // to be tried again
      }
    }
  }

  const timer = setInterval(() => look().catch(report), EVERY);
  return { close: () => clearInterval(timer) };
}
