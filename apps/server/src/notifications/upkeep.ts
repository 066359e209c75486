import type { GameState } from '@terrace/game';
import { DAY_MS, type GameId, HOUR_MS, type LoggedEvent, MINUTE_MS } from '@terrace/protocol';
import { exceptDatabaseFaults } from '../game-service/games.ports.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import { poll } from '../runtime/single-flight.ts';
import { timeShort, timeShortCauses, turnEvent } from './causes.ts';
import type { createNotifications } from './create.ts';
import type { MailCommands } from './mail.ports.ts';
import type { NotificationStore } from './notifications.ports.ts';
import type { OutboxStore } from './outbox.ports.ts';

/** Read notifications are deleted after 90 days, all after a year. */
const KEEP_READ_MS = 90 * DAY_MS;
const KEEP_MS = 365 * DAY_MS;

/** Mail servers deliver a mail again for up to five days. */
const KEEP_MAIL_COMMANDS_MS = 30 * DAY_MS;

type Dependencies = {
  readonly store: NotificationStore;
  readonly outbox: Pick<OutboxStore, 'waiting'>;
  readonly mailCommands: Pick<MailCommands, 'deleteBefore'>;
  readonly readLog: (gameId: GameId) => Promise<readonly LoggedEvent[]>;
  readonly state: (gameId: GameId) => Promise<GameState | null>;
  readonly save: ReturnType<typeof createNotifications>['save'];
  readonly onPending: (count: number, oldestMs: number) => void;
  readonly scheduler: Scheduler;
  readonly reportError: (error: unknown) => void;
};

/** Periodic work for notifications. Each kind has its own timer, so that one that fails does not keep others from running. */
export function createUpkeep({ store, outbox, save, scheduler, ...needs }: Dependencies) {
  const { now } = scheduler;

  /** The queries find games that are near a mark; their clocks decide. */
  async function findShortTimes(stop: AbortSignal): Promise<void> {
    for (const gameId of await store.shortGames(now())) {
      if (stop.aborted) return;
      const state = await needs.state(gameId);
      if (state === null || timeShort(state, now()).length === 0) continue;
      const began = turnEvent(await needs.readLog(gameId));
      if (began === undefined) continue;
      await save(timeShortCauses(gameId, state, began.seq, now()), { state, superseded: null });
    }
  }

  async function measure(): Promise<void> {
    const [undelivered, waiting] = await Promise.all([store.pending(now()), outbox.waiting()]);
    const since = Math.min(undelivered.since ?? now(), waiting.since ?? now());
    needs.onPending(undelivered.count + waiting.count, now() - since);
  }

  const reportError = exceptDatabaseFaults(needs.reportError);
  const every = (everyMs: number, job: (stop: AbortSignal) => Promise<void>) =>
    poll(job, { everyMs, scheduler, reportError });
  const jobs = [
    every(MINUTE_MS, findShortTimes),
    every(MINUTE_MS, measure),
    every(MINUTE_MS, () => store.repair(now())),
    every(HOUR_MS, () => store.deleteOld({ read: now() - KEEP_READ_MS, all: now() - KEEP_MS })),
    every(HOUR_MS, () => needs.mailCommands.deleteBefore(now() - KEEP_MAIL_COMMANDS_MS)),
  ];

  return {
    start(): void {
      for (const job of jobs) job.request();
    },
    async close(): Promise<void> {
      await Promise.all(jobs.map((job) => job.close()));
    },
  };
}
