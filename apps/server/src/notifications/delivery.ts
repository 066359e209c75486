import type { GameState } from '@terrace/game';
import type { GameId, Notification, PlayerId } from '@terrace/protocol';
import { z } from 'zod';
import { stands } from './causes.ts';
import type { Channel, Recipient } from './channels.ts';
import { describe, toRecipient } from './describe.ts';
import { JOB_CHANNELS, type JobTask, type NotificationStore, type StoredNotification } from './notifications.ports.ts';
import { mailAt, quietUntil } from './times.ts';

/** The channels that are set up. Mails of notifications are sent from the rows whose `mail_at` has come. */
export type Channels = { readonly push?: Channel; readonly mail?: Channel; readonly webhook?: Channel };

export type OnDelivered = (channel: keyof Channels, outcome: 'delivered' | 'failed') => void;

const DecideJob = z.object({ id: z.int() });
const DeliverJob = z.object({ id: z.int(), channel: z.enum(JOB_CHANNELS) });

type Dependencies = {
  readonly store: NotificationStore;
  readonly channels: Channels;
  readonly state: (gameId: GameId) => Promise<GameState | null>;
  readonly isVisible: (gameId: GameId, player: PlayerId) => Promise<boolean>;
  /** Called when a notification appears in a player's pages. */
  readonly added: (recipient: Recipient, notification: Notification) => Promise<void>;
  readonly onDelivered: OnDelivered;
  readonly now: () => number;
};

/** The tasks of the queue: `decide` how a notification is delivered, and `deliver` it by one channel. */
export function createDelivery({ store, channels, state, isVisible, added, onDelivered, now }: Dependencies) {
  async function applies({ to, notification: { gameId, details } }: StoredNotification): Promise<boolean> {
    const game = gameId === null ? null : await state(gameId);
    return game === null || stands({ to, details }, game);
  }

  const isSeen = async ({ to, notification: { gameId } }: StoredNotification): Promise<boolean> =>
    gameId !== null && isVisible(gameId, to);

  async function decide(id: number): Promise<void> {
    const stored = await store.find(id);
    if (stored === undefined || !stored.pending.includes('decide')) return;
    const row = await store.recipient(stored.to);
    const isWanted = row !== undefined && !(await isSeen(stored)) && (await applies(stored));
    if (!isWanted) {
      await store.decide(id, { channels: [], pushAt: null, mailAt: null, isRead: true }, now());
      return;
    }
    const { details } = stored.notification;
    const recipient = toRecipient(stored.to, row);
    const { choices } = recipient;
    const { page, push, mail, webhook } = choices.kinds[details.kind];
    const wanted = {
      push: push && channels.push?.reaches(recipient),
      webhook: webhook && channels.webhook?.reaches(recipient),
    };
    const pushAt = wanted.push ? (quietUntil(choices, now()) ?? null) : null;
    const decision = {
      channels: JOB_CHANNELS.filter((channel) => wanted[channel]),
      pushAt,
      mailAt: mail && channels.mail?.reaches(recipient) ? mailAt(choices, details.kind, now()) : null,
      isRead: false,
    };
    if ((await store.decide(id, decision, now())) && page) await added(recipient, stored.notification);
  }

  async function deliver(id: number, name: (typeof JOB_CHANNELS)[number], isLastAttempt: boolean): Promise<void> {
    const stored = await store.find(id);
    const channel = channels[name];
    if (stored === undefined || !stored.pending.includes(name)) return;
    const isOutdated = name === 'push' && (stored.notification.readAt !== null || (await isSeen(stored)));
    const row = isOutdated || channel === undefined ? undefined : await store.recipient(stored.to);
    if (row !== undefined && channel !== undefined && (await applies(stored))) {
      const recipient = toRecipient(stored.to, row);
      try {
        await channel.deliver(describe(stored, recipient), recipient);
        onDelivered(name, 'delivered');
      } catch (error) {
        onDelivered(name, 'failed');
        if (!isLastAttempt) throw error;
      }
    }
    await store.settle(id, name);
  }

  const tasks: Readonly<Record<'decide' | 'deliver', JobTask>> = {
    decide: (payload) => decide(DecideJob.parse(payload).id),
    deliver(payload, { isLastAttempt }) {
      const { id, channel } = DeliverJob.parse(payload);
      return deliver(id, channel, isLastAttempt);
    },
  };
  return { tasks };
}
