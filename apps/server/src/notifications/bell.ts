import {
  DEFAULT_NOTIFICATION_CHOICES,
  Notification,
  type NotificationChannel,
  type NotificationChoices,
  type NotificationPage,
  type Player,
  PlayerId,
  type Refusal,
} from '@terrace/protocol';
import { err, ok, type Result } from '@terrace/rules';
import { z } from 'zod';
import type { RateLimit } from '../limits/rate-limit.ts';
import type { Bus } from '../runtime/nodes.ports.ts';
import { DeliveryPostponed, type Recipient } from './channels.ts';
import type { Channels } from './delivery.ts';
import { hiddenKinds, testMessage, toRecipient } from './describe.ts';
import type { NotificationQueries, NotificationStore, Which } from './notifications.ports.ts';
import { isTimeZone } from './times.ts';

const PAGE_SIZE = 30;

/** What is known of a player without a row, such as a new guest. */
const UNKNOWN = { email: null, language: null, choices: null, hasDevice: false, hasWebhook: false } as const;

/** A change of a player's notifications, for their pages on all nodes. */
export const NotificationsChanged = z.object({
  player: PlayerId,
  unread: z.int(),
  added: z.nullable(Notification),
});
export type NotificationsChanged = z.infer<typeof NotificationsChanged>;

type Dependencies = {
  readonly store: NotificationStore & NotificationQueries;
  readonly bus: Bus;
  readonly channels: Channels;
  readonly testLimit: RateLimit;
  readonly now: () => number;
};

export type Bell = ReturnType<typeof createBell>;

/** The notifications in a player's pages, and the player's choices. */
export function createBell({ store, bus, channels, testLimit, now }: Dependencies) {
  const changes = bus.scopedTopic('player', 'notifications-changed', NotificationsChanged);

  const choicesOf = async (player: PlayerId): Promise<NotificationChoices> =>
    (await store.choices(player)) ?? DEFAULT_NOTIFICATION_CHOICES;

  /** Notifies the player's pages of the number of unread notifications. */
  async function refresh(player: PlayerId): Promise<void> {
    const hidden = hiddenKinds(await choicesOf(player));
    changes.announce(player, { player, unread: await store.countUnread(player, hidden), added: null });
  }

  async function markRead(player: PlayerId, which: Which): Promise<void> {
    if ((await store.markRead(player, which, now())) > 0) await refresh(player);
  }

  return {
    /** Called on every node that the player is connected to. */
    onChanged: (listener: (changed: NotificationsChanged) => void): void =>
      changes.on((_, changed) => listener(changed)),

    async added({ id, choices }: Recipient, added: Notification): Promise<void> {
      changes.announce(id, { player: id, unread: await store.countUnread(id, hiddenKinds(choices)), added });
    },

    refresh,
    markRead,

    /** The channels that are set up. */
    channels: {
      push: channels.push !== undefined,
      mail: channels.mail !== undefined,
      webhook: channels.webhook !== undefined,
    },

    async page(player: PlayerId, before: number | null): Promise<NotificationPage> {
      const hidden = hiddenKinds(await choicesOf(player));
      const [found, unread] = await Promise.all([
        store.list(player, hidden, before, PAGE_SIZE + 1),
        store.countUnread(player, hidden),
      ]);
      const notifications = found.slice(0, PAGE_SIZE);
      return { notifications, unread, next: found.length > PAGE_SIZE ? (notifications.at(-1)?.id ?? null) : null };
    },

    choicesOf,

    async setChoices(player: PlayerId, choices: NotificationChoices): Promise<Result<NotificationChoices, Refusal>> {
      if (!isTimeZone(choices.timeZone)) return err({ code: 'malformed', problem: 'timeZone: unknown' });
      await store.setChoices(player, choices);
      return ok(choices);
    },

    /** Sends a test message at once. It is not stored. */
    async test({ id, name }: Player, isGuest: boolean, channel: NotificationChannel): Promise<Result<null, Refusal>> {
      const tooMany = await testLimit.consume(id);
      if (tooMany !== undefined) return err(tooMany);
      const row = (await store.recipient(id)) ?? { ...UNKNOWN, name, isGuest };
      const recipient = toRecipient(id, row);
      const message = testMessage(recipient, now());
      if (channel === 'page') {
        const unread = await store.countUnread(id, hiddenKinds(recipient.choices));
        changes.announce(id, { player: id, unread: unread + 1, added: message.notification });
        return ok(null);
      }
      const deliver = channels[channel];
      if (deliver === undefined) return err({ code: 'channel-off' });
      if (channel === 'mail' && recipient.email === null) return err({ code: 'no-confirmed-address' });
      try {
        await deliver.deliver(message, recipient);
        return ok(null);
      } catch (error) {
        if (error instanceof DeliveryPostponed) return err({ code: 'not-delivered' });
        throw error;
      }
    },
  };
}
