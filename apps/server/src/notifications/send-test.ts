import type { PlayerId } from '@terrace/protocol';
import { DeliveryPostponed } from './channels.ts';
import type { Channels } from './delivery.ts';
import { testMessage, toRecipient } from './describe.ts';
import type { NotificationStore } from './notifications.ports.ts';

/** What is known of a player without a row, such as a new guest. */
export const UNKNOWN_PLAYER = {
  email: null,
  language: null,
  choices: null,
  hasDevice: false,
  hasWebhook: false,
} as const;

type Test = {
  readonly channel: keyof Channels;
  readonly player: PlayerId;
  readonly name: string;
  readonly isGuest: boolean;
};

type Dependencies = {
  readonly store: Pick<NotificationStore, 'recipient'>;
  readonly channels: Channels;
  readonly now: () => number;
};

/** Sends a test message by one channel, once. It is not stored. */
export const createSendTest =
  ({ store, channels, now }: Dependencies) =>
  async ({ channel, player, name, isGuest }: Test): Promise<'delivered' | 'not-delivered'> => {
    const recipient = toRecipient(player, (await store.recipient(player)) ?? { ...UNKNOWN_PLAYER, name, isGuest });
    const deliver = channels[channel];
    if (deliver === undefined) return 'not-delivered';
    try {
      await deliver.deliver(testMessage(recipient, now()), recipient);
      return 'delivered';
    } catch (error) {
      if (error instanceof DeliveryPostponed) return 'not-delivered';
      throw error;
    }
  };
