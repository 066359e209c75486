import { deviceStorage } from '#lib/device/device-storage.ts';

/**
 * Whether and how this device notifies: by push, or without push by pages that are open in the background. Stored per
 * device, because each must grant permission.
 */
export type NoticeMode = 'push' | 'page' | 'off';

const KEY = 'notices';

export function noticeMode(): NoticeMode {
  const mode = deviceStorage.read(KEY);
  const isGranted = 'Notification' in globalThis && Notification.permission === 'granted';
  return isGranted && (mode === 'push' || mode === 'page') ? mode : 'off';
}

export function setNoticeMode(mode: NoticeMode): void {
  if (mode === 'off') deviceStorage.remove(KEY);
  else deviceStorage.write(KEY, mode);
}

type Notice = { readonly title: string; readonly body: string; readonly path: string; readonly tag: string };

/** Shows a notification while this page is in the background. A later one with the same tag replaces it. */
export async function showPageNotice({ title, body, path, tag }: Notice): Promise<void> {
  if (!document.hidden || noticeMode() === 'off') return;
  const options = { body, tag, icon: '/icons/icon-192.png', data: { path, key: tag } };
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration?.active) {
    await registration.showNotification(title, options).catch(() => undefined);
    return;
  }
  try {
    const notification = new Notification(title, options);
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
  } catch {
    // Phones allow notifications from service workers only.
  }
}

/** Removes the notifications that lead to this page, which now shows what they said. */
export async function clearNotices(path: string): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const notification of (await registration?.getNotifications?.()) ?? [])
    if (notification.data?.path === path) notification.close();
}
