import {
  DEFAULT_NOTIFICATION_CHOICES,
  type NotificationChannel,
  type NotificationChannels,
  type NotificationChoices,
  type NotificationPage,
  type Player,
  type PlayerId,
  type Refusal,
} from '@terrace/protocol';
import { err, ok, type Result } from '@terrace/rules';
import type { Errands } from '../errands/errands.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import type { Bus } from '../runtime/nodes.ports.ts';
import { createBellChanges, NotificationsChanged } from './bell-changes.ts';
import { hiddenKinds, testMessage, toRecipient } from './describe.ts';
import type { NotificationQueries, NotificationStore, Which } from './notifications.ports.ts';
import { UNKNOWN_PLAYER } from './send-test.ts';
import { isTimeZone } from './times.ts';

const PAGE_SIZE = 30;

type Dependencies = {
  readonly store: NotificationStore & NotificationQueries;
  readonly bus: Bus;
  /** The channels that are set up. */
  readonly channels: NotificationChannels;
  readonly errands: Pick<Errands, 'ask'>;
  readonly testLimit: RateLimit;
  readonly now: () => number;
};

export type Bell = ReturnType<typeof createBell>;

/** The notifications in a player's pages, and the player's choices. */
export function createBell({ store, bus, channels, errands, testLimit, now }: Dependencies) {
  const changes = bus.scopedTopic('player', 'notifications-changed', NotificationsChanged);
  const announce = (changed: NotificationsChanged): void => changes.announce(changed.player, changed);
  const { refresh } = createBellChanges({ store, announce });

  const choicesOf = async (player: PlayerId): Promise<NotificationChoices> =>
    (await store.choices(player)) ?? DEFAULT_NOTIFICATION_CHOICES;

  async function markRead(player: PlayerId, which: Which): Promise<void> {
    if ((await store.markRead(player, which, now())) > 0) await refresh(player);
  }

  return {
    /** Called on every node that the player is connected to. */
    onChanged: (listener: (changed: NotificationsChanged) => void): void =>
      changes.on((_, changed) => listener(changed)),

    announce,
    markRead,
    channels,

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
      const recipient = toRecipient(id, (await store.recipient(id)) ?? { ...UNKNOWN_PLAYER, name, isGuest });
      if (channel === 'page') {
        const unread = await store.countUnread(id, hiddenKinds(recipient.choices));
        announce({ player: id, unread: unread + 1, added: testMessage(recipient, now()).notification });
        return ok(null);
      }
      if (!channels[channel]) return err({ code: 'channel-off' });
      if (channel === 'mail' && recipient.email === null) return err({ code: 'no-confirmed-address' });
      const answer = await errands.ask({ kind: 'test-notification', channel, player: id, name, isGuest });
      if (!answer.ok) return answer;
      return answer.value === 'delivered' ? ok(null) : err({ code: 'not-delivered' });
    },
  };
}
