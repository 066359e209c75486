import { DEFAULT_NOTIFICATION_CHOICES, Notification, PlayerId } from '@terrace/protocol';
import { z } from 'zod';
import type { Recipient } from './channels.ts';
import { hiddenKinds } from './describe.ts';
import type { NotificationQueries } from './notifications.ports.ts';

/** A change of a player's notifications, for their pages on all nodes. */
export const NotificationsChanged = z.object({
  player: PlayerId,
  unread: z.int(),
  added: z.nullable(Notification),
});
export type NotificationsChanged = z.infer<typeof NotificationsChanged>;

type Dependencies = {
  readonly store: Pick<NotificationQueries, 'choices' | 'countUnread'>;
  readonly announce: (changed: NotificationsChanged) => void;
};

/** What the pages of a player learn of their notifications. */
export const createBellChanges = ({ store, announce }: Dependencies) => ({
  /** The number of unread notifications has changed. */
  async refresh(player: PlayerId): Promise<void> {
    const hidden = hiddenKinds((await store.choices(player)) ?? DEFAULT_NOTIFICATION_CHOICES);
    announce({ player, unread: await store.countUnread(player, hidden), added: null });
  },

  async added({ id, choices }: Pick<Recipient, 'id' | 'choices'>, added: Notification): Promise<void> {
    announce({ player: id, unread: await store.countUnread(id, hiddenKinds(choices)), added });
  },
});
