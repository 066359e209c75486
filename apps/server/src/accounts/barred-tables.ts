import { MINUTE_MS, type Player, type PlayerId } from '@terrace/protocol';
import { exceptDatabaseFaults } from '../game-service/games.ports.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import { poll } from '../runtime/single-flight.ts';
import type { Separate } from './blocks.ts';
import type { Withdraw } from './withdrawal.ts';

/** Throws DatabaseUnavailable or DatabaseBusy. */
export type BarredTableStore = {
  /** Suspended players who host, sit at or are invited to a table that has not begun. */
  suspendedPlayers(at: number): Promise<readonly Player[]>;
  /** Hosts of tables that have not begun, with a player there whom they may not meet. */
  separatedPlayers(): Promise<readonly { readonly host: PlayerId; readonly guest: PlayerId }[]>;
};

type Dependencies = {
  readonly store: BarredTableStore;
  readonly withdraw: Withdraw;
  readonly separate: Separate;
  readonly isLeader: () => boolean;
  readonly scheduler: Scheduler;
  readonly reportError: (error: unknown) => void;
};

/**
 * Suspensions and blocks remove players from tables at once. Every minute the leader repeats removals that failed because the
 * database was busy or a process ended, so that no table waits for a player who cannot play.
 */
export function createBarredTables({ store, withdraw, separate, isLeader, scheduler, reportError }: Dependencies) {
  const { request, close } = poll(
    async (stop) => {
      if (!isLeader()) return;
      for (const player of await store.suspendedPlayers(scheduler.now())) if (!stop.aborted) await withdraw(player);
      for (const { guest, host } of await store.separatedPlayers()) if (!stop.aborted) await separate(guest, host);
    },
    { everyMs: MINUTE_MS, scheduler, reportError: exceptDatabaseFaults(reportError) },
  );
  return { start: request, close };
}
