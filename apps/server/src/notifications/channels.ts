import type { Language, Notification, NotificationChoices, PlayerId } from '@terrace/protocol';

/** A player who is notified. `language` is that of their pages. */
export type Recipient = {
  readonly id: PlayerId;
  readonly name: string;
  readonly isGuest: boolean;
  /** Only an address that the player has confirmed. */
  readonly email: string | null;
  readonly language: Language;
  readonly choices: NotificationChoices;
  readonly hasDevice: boolean;
  readonly hasWebhook: boolean;
};

/** A notification in the recipient's language; `path` is the page it leads to, such as `/game/aB3…`. */
export type Message = {
  readonly notification: Notification;
  /** The cause, the same on every attempt, so that a receiver can recognise a repetition. */
  readonly key: string;
  readonly title: string;
  readonly body: string;
  readonly path: string;
};

/** The receiver cannot be reached, or wants no messages before `until`, in ms since 1970. Delivery is tried again. */
export class DeliveryPostponed extends Error {
  override readonly name = 'DeliveryPostponed';
  readonly until: number;
  /** Whether the receiver was asked. An attempt that this server itself put off does not count. */
  readonly isCounted: boolean;

  constructor(until: number, isCounted = true) {
    super(`Delivery is postponed until ${new Date(until).toISOString()}`);
    this.until = until;
    this.isCounted = isCounted;
  }
}

/**
 * Delivers notifications outside the page. Resolves when nothing is left to do, and throws when delivery should be
 * tried again later.
 */
export type Channel = {
  deliver(message: Message, recipient: Recipient): Promise<void>;
  /** Whether the player has anything to deliver to. */
  reaches(recipient: Recipient): boolean;
  /** Hosts that take no message at the moment, the paused ones among them. */
  busyHosts?(): readonly string[];
  /** Hosts that are paused after repeated failures. */
  paused?(): PausedHosts | undefined;
};

/** Hosts that are not asked before `until`, in ms since 1970. */
export type PausedHosts = { readonly hosts: readonly string[]; readonly until: number };
