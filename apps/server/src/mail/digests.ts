import type { GameState } from '@terrace/game';
import { DAY_MS, type GameId, HOUR_MS, MINUTE_MS, type PlayerId } from '@terrace/protocol';
import pLimit from 'p-limit';
import { exceptDatabaseFaults } from '../game-service/games.ports.ts';
import { stands } from '../notifications/causes.ts';
import type { Channel, Recipient } from '../notifications/channels.ts';
import type { OnDelivered } from '../notifications/delivery.ts';
import { describe, toRecipient } from '../notifications/describe.ts';
import type { MailStore } from '../notifications/mail.ports.ts';
import type { NotificationStore, StoredNotification } from '../notifications/notifications.ports.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import { poll } from '../runtime/single-flight.ts';
import type { ComposeLetter, News } from './compose-letter.ts';
import { DIGESTS_AT_ONCE, isRefusedForGood, isUnreachable, type SendMail } from './transport.ts';

const EVERY_MS = MINUTE_MS;

/** At most one mail per player in this time. */
const PAUSE_MS = HOUR_MS;

/** How long a node may take for one mail before another one may send it. */
const LEASE_MS = 3 * MINUTE_MS;

/** The pause after a mail that could not be sent. */
const RETRY_MS = 5 * MINUTE_MS;

/** A mail with news older than this is given up when a reachable mail server refuses it, even for the moment. */
const GIVE_UP_MS = 3 * DAY_MS;

/** Players read at a time: few, so that mails about security wait for few others. */
const MAX_PLAYERS = 5 * DIGESTS_AT_ONCE;

/** Notifications in one mail. */
const MAX_NOTIFICATIONS = 100;

type Dependencies = {
  readonly mails: MailStore;
  readonly notifications: Pick<NotificationStore, 'recipient'>;
  readonly state: (gameId: GameId) => Promise<GameState | null>;
  readonly compose: ComposeLetter;
  readonly send: SendMail;
  readonly onDelivered: OnDelivered;
  /** Called every minute with how long the oldest due mail has been waiting. */
  readonly onLate: (lateMs: number) => void;
  readonly scheduler: Scheduler;
  readonly reportError: (error: unknown) => void;
};

/** Sends what waits for a mail, a few players at a time. Any number of processes may do it. */
export function createDigests({ mails, notifications, state, compose, send, ...needs }: Dependencies) {
  const { onDelivered, onLate, scheduler, reportError } = needs;
  const { now } = scheduler;
  /** Whether the last attempt failed. Only the first failure in a row is reported; metrics count all. */
  let isFailing = false;
  const atOnce = pLimit(DIGESTS_AT_ONCE);

  /** What is still unread, wanted and true. */
  async function newsFor(recipient: Recipient, rows: readonly StoredNotification[]): Promise<readonly News[]> {
    const found = await Promise.all(
      rows.map(async (row): Promise<readonly News[]> => {
        const { gameId, details, readAt } = row.notification;
        const game = gameId === null ? null : await state(gameId);
        const isWanted = readAt === null && recipient.choices.kinds[details.kind].mail;
        const isTrue = game === null ? gameId === null : stands({ to: row.to, details }, game);
        return isWanted && isTrue ? [{ message: describe(row, recipient), game }] : [];
      }),
    );
    return found.flat();
  }

  async function mailTo(player: PlayerId): Promise<'done' | 'unreachable'> {
    const times = { now: now(), mailedBefore: now() - PAUSE_MS, until: now() + LEASE_MS };
    const taken = await mails.take(player, times, MAX_NOTIFICATIONS);
    if (taken === undefined) return 'done';
    const row = await notifications.recipient(player);
    const recipient = row === undefined ? undefined : toRecipient(player, row);
    const news = recipient === undefined ? [] : await newsFor(recipient, taken.notifications);
    if (recipient?.email == null || news.length === 0) {
      await mails.settle(player, null);
      return 'done';
    }
    try {
      const { letter, ...envelope } = await compose(news, recipient, now());
      await send(letter, { to: recipient.email, key: taken.key, ...envelope });
    } catch (error) {
      onDelivered('mail', 'failed');
      const isOld = news.some(({ message }) => message.notification.at < now() - GIVE_UP_MS);
      if (isRefusedForGood(error) || (isOld && !isUnreachable(error))) await mails.settle(player, null);
      else await mails.postpone(player, now() + RETRY_MS);
      if (!isFailing) reportError(error);
      isFailing = true;
      return isUnreachable(error) ? 'unreachable' : 'done';
    }
    isFailing = false;
    onDelivered('mail', 'delivered');
    const counts = news.some(({ message }) => message.notification.details.kind !== 'security');
    await mails.settle(player, counts ? now() : null);
    return 'done';
  }

  async function sendDue(stop: AbortSignal): Promise<void> {
    for (;;) {
      const players = await mails.due(now(), now() - PAUSE_MS, MAX_PLAYERS);
      let isStopped = false;
      const mailUnlessStopped = async (player: PlayerId): Promise<void> => {
        isStopped ||= stop.aborted;
        if (!isStopped && (await mailTo(player)) === 'unreachable') isStopped = true;
      };
      await Promise.all(players.map((player) => atOnce(mailUnlessStopped, player)));
      if (isStopped || players.length < MAX_PLAYERS) return;
    }
  }

  async function measure(): Promise<void> {
    const at = now();
    onLate(at - ((await mails.dueSince(at, PAUSE_MS)) ?? at));
  }

  const work = [sendDue, measure].map((job) =>
    poll(job, { everyMs: EVERY_MS, scheduler, reportError: exceptDatabaseFaults(reportError) }),
  );

  /** Sends one message at once, for tests of the channel. */
  const channel: Channel = {
    reaches: ({ email }) => email !== null,

    async deliver(message, recipient) {
      if (recipient.email === null) return;
      const { gameId } = message.notification;
      const game = gameId === null ? null : await state(gameId);
      const { letter, ...envelope } = await compose([{ message, game }], recipient, now());
      await send(letter, { to: recipient.email, key: message.key, ...envelope });
    },
  };

  return {
    channel,
    start(): void {
      for (const each of work) each.request();
    },
    async close(): Promise<void> {
      await Promise.all(work.map((each) => each.close()));
    },
  };
}
