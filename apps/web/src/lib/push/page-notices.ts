import { noticeText } from '@terrace/messages';
import { Notification, notificationPath } from '@terrace/protocol';
import { showPageNotice } from './device-notices.ts';

/** Shows a notification of the bell on a device without push, while its page is in the background. */
export async function announce(raw: unknown): Promise<void> {
  const notice = Notification.parse(raw);
  const { id, gameId, details } = notice;
  const tag = gameId === null ? `${id}` : `${details.kind}:${gameId}`;
  await showPageNotice({ ...noticeText(details), path: notificationPath(notice), tag });
}
