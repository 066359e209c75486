import type { Language, Notification, NotificationChoices, PlayerId } from '@terrace/protocol';

/** A player who is notified. `language` is that of their pages. */
export type Recipient = {
  readonly id: PlayerId;
  readonly name: string;
  readonly isGuest: boolean;
  readonly language: Language;
  readonly choices: NotificationChoices;
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

/**
 * Delivers notifications outside the page. Resolves when nothing is left to do, and throws when delivery should be
 * tried again later.
 */
export type Channel = {
  deliver(message: Message, recipient: Recipient): Promise<void>;
};
