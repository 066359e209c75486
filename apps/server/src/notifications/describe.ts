import { inLanguage, messages, noticeText } from '@terrace/messages';
import {
  DEFAULT_NOTIFICATION_CHOICES,
  MAX_INT4,
  NOTIFICATION_KINDS,
  type NotificationChoices,
  type NotificationKind,
  notificationPath,
  type PlayerId,
} from '@terrace/protocol';
import type { Message, Recipient } from './channels.ts';
import { keys } from './keys.ts';
import type { RecipientRow, StoredNotification } from './notifications.ports.ts';

const FALLBACK_LANGUAGE = 'en';

/** The id of test messages, which are not stored. */
const TEST_ID = MAX_INT4;

export const toRecipient = (id: PlayerId, { language, choices, ...row }: RecipientRow): Recipient => ({
  id,
  ...row,
  language: language ?? FALLBACK_LANGUAGE,
  choices: choices ?? DEFAULT_NOTIFICATION_CHOICES,
});

/** The kinds that the player does not want in pages. */
export const hiddenKinds = ({ kinds }: NotificationChoices): readonly NotificationKind[] =>
  NOTIFICATION_KINDS.filter((kind) => !kinds[kind].page);

/** A notification in the recipient's language. */
export function describe(
  { notification, key }: Pick<StoredNotification, 'notification' | 'key'>,
  { language }: Recipient,
): Message {
  const { title, body } = inLanguage(language, () => noticeText(notification.details));
  return { notification, key, title, body, path: notificationPath(notification) };
}

export const isTestMessage = ({ id }: Message['notification']): boolean => id === TEST_ID;

export function testMessage({ language }: Recipient, at: number): Message {
  const { title, body } = inLanguage(language, () => messages.notices.test);
  const details = { kind: 'started' as const, opponents: [] };
  const notification = { id: TEST_ID, at, readAt: null, gameId: null, details };
  return { notification, key: keys.test(at), title, body, path: notificationPath(notification) };
}
