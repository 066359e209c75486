import type { GameState } from '@terrace/game';
import { DAY_MS, type GameId, HOUR_MS, type LoggedEvent, MINUTE_MS } from '@terrace/protocol';
import { exceptDatabaseFaults } from '../game-service/games.ports.ts';
import type { SharedMap } from '../runtime/nodes.ports.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import { poll } from '../runtime/single-flight.ts';
import { timeShort, timeShortCauses, turnEvent } from './causes.ts';
import type { Derivation } from './derive.ts';
import type { MailCommands } from './mail.ports.ts';
import type { Cause, JobQueue, NotificationStore } from './notifications.ports.ts';

const EVERY_MS = MINUTE_MS;

/** Commits before now minus this have their causes, or the node that made the commit has failed. */
const MARGIN_MS = 2 * MINUTE_MS;

/** How often the leader derives again what may have been lost without a trace. */
const REDERIVE_EVERY_MS = HOUR_MS;

/** Read notifications are deleted after 90 days, all after a year. */
const KEEP_READ_MS = 90 * DAY_MS;
const KEEP_MS = 365 * DAY_MS;

/** Mail servers deliver a mail again for up to five days. */
const KEEP_MAIL_COMMANDS_MS = 30 * DAY_MS;

/** Lost jobs are looked for this far back. */
const REQUEUE_MS = 7 * DAY_MS;

type Dependencies = {
  readonly store: NotificationStore;
  readonly mailCommands: Pick<MailCommands, 'deleteBefore'>;
  readonly derivation: Derivation;
  /** Creates the notifications of chat messages since an instant that are missing. */
  readonly rederiveChat: (since: number, stop: AbortSignal) => Promise<void>;
  readonly queue: Pick<JobQueue, 'worker'>;
  /** The workers of all nodes. */
  readonly workers: SharedMap<{ worker: string }>;
  readonly readLog: (gameId: GameId) => Promise<readonly LoggedEvent[]>;
  readonly state: (gameId: GameId) => Promise<GameState | null>;
  readonly save: (causes: readonly Cause[]) => Promise<void>;
  readonly onPending: (count: number, oldestMs: number) => void;
  readonly isLeader: () => boolean;
  readonly isFullyConnected: () => boolean;
  readonly scheduler: Scheduler;
  readonly reportError: (error: unknown) => void;
};

/** The leader's work for notifications: lost causes and jobs, time that runs short, ends of quiet hours, old rows. */
export function createUpkeep({ store, derivation, queue, workers, save, scheduler, ...needs }: Dependencies) {
  const { now } = scheduler;
  let isLossPossible = true;
  let rederivedAt = Number.NEGATIVE_INFINITY;

  async function recover(stop: AbortSignal): Promise<void> {
    const upTo = await store.progress();
    if (isLossPossible || now() - rederivedAt > REDERIVE_EVERY_MS) {
      isLossPossible = false;
      rederivedAt = now();
      try {
        const since = upTo ?? now() - MARGIN_MS;
        await derivation.rederiveSince(since, stop);
        await needs.rederiveChat(since, stop);
        await store.requeue(now() - REQUEUE_MS);
      } catch (error) {
        isLossPossible = true;
        throw error;
      }
    }
    if (!stop.aborted) await store.setProgress(now() - MARGIN_MS);
  }

  /** The queries find games that are near a mark; their clocks decide. */
  async function findShortTimes(): Promise<void> {
    for (const gameId of await store.shortGames(now())) {
      const state = await needs.state(gameId);
      if (state === null || timeShort(state, now()).length === 0) continue;
      const began = turnEvent(await needs.readLog(gameId));
      if (began !== undefined) await save(timeShortCauses(gameId, state, began.seq, now()));
    }
  }

  /** Jobs of a worker whose process has ended would stay locked for hours. */
  async function unlock(): Promise<void> {
    if (!needs.isFullyConnected()) return;
    const running = [...workers.entries()].map(([, { worker }]) => worker);
    await store.unlock(running);
  }

  const { request, close } = poll(
    async (stop) => {
      const worker = queue.worker();
      if (worker !== undefined) workers.set(worker, { worker });
      if (!needs.isLeader()) {
        const missed = derivation.takeMissed();
        if (missed !== undefined) {
          await derivation.rederiveSince(missed, stop);
          await needs.rederiveChat(missed, stop);
        }
        return;
      }
      if (derivation.takeMissed() !== undefined) isLossPossible = true;
      await recover(stop);
      await unlock();
      await findShortTimes();
      await store.releasePushes(now());
      const { count, since } = await store.pending();
      needs.onPending(count, since === null ? 0 : now() - since);
      await store.deleteOld({ read: now() - KEEP_READ_MS, all: now() - KEEP_MS });
      await needs.mailCommands.deleteBefore(now() - KEEP_MAIL_COMMANDS_MS);
    },
    { everyMs: EVERY_MS, scheduler, reportError: exceptDatabaseFaults(needs.reportError) },
  );

  return {
    start: request,
    /** A node may have ended between a commit and its causes. */
    recoverSoon(): void {
      isLossPossible = true;
      request();
    },
    close,
  };
}
