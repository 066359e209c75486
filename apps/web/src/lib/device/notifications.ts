export const notificationsSupported = (): boolean => typeof Notification !== 'undefined';

/** Asks for permission unless it was settled before. Must follow a click. */
export async function requestNotificationPermission(): Promise<boolean> {
  if (!notificationsSupported()) return false;
  if (Notification.permission === 'default') return (await Notification.requestPermission()) === 'granted';
  return Notification.permission === 'granted';
}

/** Clicking the notification focuses this page. @param about replaces an earlier notification with the same value */
export function notify(text: string, about: string): void {
  if (!notificationsSupported() || Notification.permission !== 'granted') return;
  try {
    const notification = new Notification(text, { tag: about, icon: '/favicon.svg' });
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
  } catch {
    // Phones allow notifications from service workers only.
  }
}
