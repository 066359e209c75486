import type { PlayerId } from '@terrace/protocol';
import { keys, type SecurityChange } from './keys.ts';
import type { NotificationStore } from './notifications.ports.ts';

type Dependencies = {
  readonly store: Pick<NotificationStore, 'add'>;
  /** Called when a notification was added that waits for its delivery. */
  readonly onAdded: () => void;
  readonly now: () => number;
};

/** Notifies a player of a change of their account. `id` names the token, session or webhook; by default it is the instant. */
export type NotifyOfSecurity = (to: PlayerId, change: SecurityChange, id?: string | number) => Promise<void>;

export const createNotifyOfSecurity =
  ({ store, onAdded, now }: Dependencies): NotifyOfSecurity =>
  async (to, change, id = now()) => {
    const details = { kind: 'security', change } as const;
    await store.add(
      [{ to, key: keys.security(change, id), gameId: null, at: now(), details, isSeen: false }],
      null,
      now(),
    );
    onAdded();
  };
