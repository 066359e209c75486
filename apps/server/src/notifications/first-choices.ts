import { DEFAULT_NOTIFICATION_CHOICES, isTimeZone, type PlayerId } from '@terrace/protocol';
import type { NotificationQueries, NotificationStore } from './notifications.ports.ts';

type Store = Pick<NotificationStore & NotificationQueries, 'choices' | 'setChoices'>;

/** Keeps the time zone of a new account's browser, so that the first mails and quiet hours fit the player's day. */
export const createKeepTimeZone =
  (store: Store) =>
  async (player: PlayerId, timeZone: string): Promise<void> => {
    const chosen = (await store.choices(player)) ?? DEFAULT_NOTIFICATION_CHOICES;
    if (isTimeZone(timeZone) && chosen.timeZone === DEFAULT_NOTIFICATION_CHOICES.timeZone)
      await store.setChoices(player, { ...chosen, timeZone });
  };
