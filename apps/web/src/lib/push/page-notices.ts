import { noticeText } from '@terrace/messages';
import type { Notification } from '@terrace/protocol';
import { showPageNotice } from './device-notices.ts';

/** Shows a notification of the bell on a device without push, while its page is in the background. */
export async function announce({ id, gameId, details }: Notification): Promise<void> {
  const path = gameId === null ? '/settings' : `/game/${gameId}`;
  await showPageNotice({ ...noticeText(details), path, tag: gameId === null ? `${id}` : `${details.kind}:${gameId}` });
}
