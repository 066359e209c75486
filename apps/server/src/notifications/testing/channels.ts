import type { PlayerId } from '@terrace/protocol';
import { DeliveryPostponed, type Message, type Recipient } from '../channels.ts';
import type { Channels } from '../delivery.ts';

type Sent = { readonly channel: keyof Channels; readonly to: PlayerId; readonly message: Message };

/** Channels that record what they deliver. A channel in `failing` fails that many times first. */
export function recordingChannels(failing: Partial<Record<keyof Channels, number>> = {}) {
  const sent: Sent[] = [];
  const channel = (name: keyof Channels) => ({
    reaches: ({ isGuest, email }: Pick<Recipient, 'isGuest' | 'email'>) =>
      name === 'push' || (name === 'webhook' ? !isGuest : email !== null),
    async deliver(message: Message, { id }: { id: PlayerId }): Promise<void> {
      const left = failing[name] ?? 0;
      failing[name] = left - 1;
      if (left > 0) throw new DeliveryPostponed(0);
      sent.push({ channel: name, to: id, message });
    },
  });
  return {
    channels: { push: channel('push'), webhook: channel('webhook'), mail: channel('mail') } satisfies Channels,
    failing,
    sentTo: (name: keyof Channels, player: PlayerId): readonly Message[] =>
      sent.flatMap(({ channel: by, to, message }) => (by === name && to === player ? [message] : [])),
  };
}
