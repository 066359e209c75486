import type { Language, NewPushSubscription, PlayerId, PushDevice } from '@terrace/protocol';

/** A device that receives push messages. Instants are ms since 1970. */
export type PushTarget = {
  readonly id: string;
  readonly subscription: NewPushSubscription;
  /** Until then the push service wants no messages. */
  readonly retryAt: number | null;
};

type AddedPushDevice = {
  readonly id: string;
  readonly player: PlayerId;
  readonly subscription: NewPushSubscription;
  readonly device: string;
  readonly language: Language;
  /** The session with which the subscription ends; null for guests. */
  readonly session: string | null;
};

/** All functions here and below throw DatabaseUnavailable or DatabaseBusy. */
export type PushDevices = {
  list(player: PlayerId): Promise<readonly PushDevice[]>;
  /** Adds a device or moves it to this player, and removes the least recently used ones above `most`. */
  add(added: AddedPushDevice, most: number, now: number): Promise<void>;
  /** @returns whether the player had this device */
  remove(player: PlayerId, id: string): Promise<boolean>;
};

export type PushTargets = {
  /** The player's devices that have not received this notification. */
  targets(player: PlayerId, notification: number): Promise<readonly PushTarget[]>;
  /** The push services have accepted a message for these devices. `unfinished` names it if other devices need it. */
  accepted(ids: readonly string[], unfinished: number | null, now: number): Promise<void>;
  postpone(id: string, until: number): Promise<void>;
  /** The browser has unsubscribed. */
  removeGone(id: string): Promise<void>;
};

export type ServerKeys = {
  /** The stored key, or else a new one: the same for all callers on all nodes. */
  getOrCreate(name: string, create: () => Readonly<Record<string, string>>): Promise<unknown>;
};
