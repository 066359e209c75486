/** Whether this browser has notifications at all. */
export const notificationsSupported = (): boolean => typeof Notification !== 'undefined';

/** Asks the visitor, where that was not settled before. It must follow a click. */
export async function requestNotificationPermission(): Promise<boolean> {
  if (!notificationsSupported()) return false;
  if (Notification.permission === 'default') return (await Notification.requestPermission()) === 'granted';
  return Notification.permission === 'granted';
}

/**
 * Shows a notification that leads back to this page, where the browser allows it.
 *
 * @param about a later one about the same takes the place of the earlier
 */
export function notify(text: string, about: string): void {
  if (!notificationsSupported() || Notification.permission !== 'granted') return;
  try {
    const notification = new Notification(text, { tag: about, icon: '/favicon.svg' });
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
  } catch {
    // Phones have them for service workers only.
  }
}
