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
