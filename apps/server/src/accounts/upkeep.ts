import { DAY_MS, HOUR_MS, type PlayerId } from '@terrace/protocol';
import { exceptDatabaseFaults } from '../game-service/games.ports.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import { poll } from '../runtime/single-flight.ts';

/** Idle guests are deleted after this time. Their cookie stays valid and recreates them. */
const KEEP_GUESTS_MS = 30 * DAY_MS;

/** Rows per statement. */
const PORTION = 500;

/** Throws DatabaseUnavailable or DatabaseBusy. */
export type AccountUpkeepStore = {
  /** Deletes expired sessions, whose push subscriptions end with them, and expired links. @returns their number */
  deleteExpired(at: number, most: number): Promise<number>;
  /** The unreferenced ones of the next guests, and the last id that was read; undefined after the end. */
  idleGuests(before: number, after: string, most: number): Promise<IdleGuests | undefined>;
  /** Deletes the guests that are still unreferenced. */
  deleteIdleGuests(guests: readonly PlayerId[]): Promise<void>;
};

type IdleGuests = { readonly guests: readonly PlayerId[]; readonly last: string };

type Dependencies = {
  readonly store: AccountUpkeepStore;
  readonly isOnline: (player: PlayerId) => Promise<boolean>;
  readonly isLeader: () => boolean;
  readonly scheduler: Scheduler;
  readonly reportError: (error: unknown) => void;
};

/** Hourly, the leader deletes what accounts and guests leave behind. */
export function createAccountUpkeep({ store, isOnline, isLeader, scheduler, reportError }: Dependencies) {
  const { now } = scheduler;

  async function deleteGuests(stop: AbortSignal): Promise<void> {
    for (let after = ''; !stop.aborted; ) {
      const found = await store.idleGuests(now() - KEEP_GUESTS_MS, after, PORTION);
      if (found === undefined) return;
      const { guests, last } = found;
      const online = await Promise.all(guests.map(isOnline));
      await store.deleteIdleGuests(guests.filter((_, n) => !online[n]));
      after = last;
    }
  }

  const { request, close } = poll(
    async (stop) => {
      if (!isLeader()) return;
      while (!stop.aborted && (await store.deleteExpired(now(), PORTION)) === PORTION);
      await deleteGuests(stop);
    },
    { everyMs: HOUR_MS, scheduler, reportError: exceptDatabaseFaults(reportError) },
  );

  return { start: request, close };
}
