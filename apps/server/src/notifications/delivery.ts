import type { GameState } from '@terrace/game';
import { type GameId, MINUTE_MS, SECOND_MS } from '@terrace/protocol';
import { exceptDatabaseFaults } from '../game-service/games.ports.ts';
import { untilSaved } from '../game-service/until-saved.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import { backoffMs, createWorkers } from '../runtime/workers.ts';
import { stands } from './causes.ts';
import { type Channel, DeliveryPostponed } from './channels.ts';
import { describe, toRecipient } from './describe.ts';
import type { ClaimedNotification, NotificationStore, StoredNotification } from './notifications.ports.ts';
import type { Attention } from './presence.ports.ts';

/** The channels that are set up. Mails of notifications are sent from the rows whose `mail_at` has come. */
export type Channels = { readonly push?: Channel; readonly mail?: Channel; readonly webhook?: Channel };

export type OnDelivered = (channel: keyof Channels, outcome: 'delivered' | 'failed') => void;

/** Whether a notification is still news to its player. */
export type StillApplies = (stored: StoredNotification) => Promise<boolean>;

const SLOTS = 16;
const LEASE_MS = MINUTE_MS;
const EVERY_MS = SECOND_MS;

/** A push is given up after this many attempts, about 16 hours after the first. */
const MAX_ATTEMPTS = 12;

type Dependencies = {
  readonly store: NotificationStore;
  readonly push: Channel | undefined;
  readonly applies: StillApplies;
  readonly onDelivered: OnDelivered;
  readonly scheduler: Scheduler;
  readonly reportError: (error: unknown) => void;
};

/** A notification still applies if its game is in that state and the player is not watching it. */
export const createStillApplies =
  (state: (gameId: GameId) => Promise<GameState | null>, attention: Attention): StillApplies =>
  async ({ to, notification: { gameId, details } }) => {
    if (gameId === null) return true;
    if ((await attention(to, gameId, false)).isVisible) return false;
    const game = await state(gameId);
    return game === null || stands({ to, details }, game);
  };

/** Sends notifications to the devices of their players, one at a time for each player. */
export function createDeliveries({ store, push, applies, onDelivered, scheduler, reportError }: Dependencies) {
  const { now } = scheduler;
  const report = exceptDatabaseFaults(reportError);
  let putOffAt = 0;

  /** @returns when to try again, and whether this attempt counts; undefined if nothing is left to do */
  async function attempt(claimed: ClaimedNotification) {
    const row =
      push === undefined || claimed.notification.readAt !== null ? undefined : await store.recipient(claimed.to);
    if (push === undefined || row === undefined || !(await applies(claimed))) return undefined;
    const recipient = toRecipient(claimed.to, row);
    try {
      await push.deliver(describe(claimed, recipient), recipient);
      onDelivered('push', 'delivered');
      return undefined;
    } catch (error) {
      const isPostponed = error instanceof DeliveryPostponed;
      if (isPostponed && !error.isCounted) return { at: error.until, isCounted: false };
      onDelivered('push', 'failed');
      if (!isPostponed) reportError(error);
      if (claimed.attempts >= MAX_ATTEMPTS) return undefined;
      const soonest = now() + backoffMs(claimed.attempts);
      return { at: isPostponed ? Math.max(soonest, error.until) : soonest, isCounted: true };
    }
  }

  /** Without this, each claim would scan all rows that wait for a paused service. */
  async function putOff(): Promise<void> {
    const paused = push?.paused?.();
    if (paused === undefined || putOffAt > now() - EVERY_MS) return;
    putOffAt = now();
    await store.putOffPushes(paused, now()).catch(report); // the claim must not fail with it
  }

  return createWorkers<ClaimedNotification>({
    slots: SLOTS,
    everyMs: EVERY_MS,
    leaseMs: LEASE_MS,
    async claim(lease, _, running) {
      const except = [...running].map(({ notification: { id } }) => id);
      await putOff();
      // A row that cannot be sent now is not claimed: reading its game to find that out would keep Postgres busy.
      const busy = { players: [...new Set([...running].map(({ to }) => to))], hosts: push?.busyHosts?.() ?? [] };
      const claimed = await store.claimPush({ ...lease, except }, busy, reportError);
      return claimed === undefined ? [] : [claimed];
    },
    async work(claimed, closing) {
      const { id } = claimed.notification;
      const again = await attempt(claimed);
      await untilSaved(
        () => (again === undefined ? store.settle(id) : store.postpone(id, again.at, again.isCounted)),
        scheduler,
        closing,
      );
    },
    scheduler,
    reportError: report,
  });
}
