import { self } from '$app/service-worker';

/** Push messages: what the device shows, and what a tap does. */

type Message = {
  readonly title: string;
  readonly body: string;
  readonly path: string;
  readonly tag: string;
  readonly key: string;
  readonly turns: number;
};

const ICON = '/icons/icon-192.png';
/** One colour: Android draws it in the status bar. */
const BADGE = '/icons/badge-96.png';

self.addEventListener('push', (event) => {
  const message = read(event.data);
  if (message !== undefined) event.waitUntil(Promise.all([show(message), setBadge(message.turns)]));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(pathOf(event.notification)));
});

self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(subscribeAgain(event));
});

/** Messages come from this site's server only, but an older worker may read those of a newer server. */
function read(data: PushMessageData | null): Message | undefined {
  try {
    const { title, body, path, tag, key, turns } = data?.json() ?? {};
    if (typeof title !== 'string' || typeof path !== 'string' || !path.startsWith('/')) return undefined;
    const fallback = typeof tag === 'string' ? tag : path;
    return {
      title,
      path,
      tag: fallback,
      body: typeof body === 'string' ? body : '',
      key: typeof key === 'string' ? key : fallback,
      turns: typeof turns === 'number' ? turns : 0,
    };
  } catch {
    return undefined;
  }
}

async function show({ title, body, path, tag, key }: Message): Promise<void> {
  const shown = await self.registration.getNotifications({ tag });
  const isVisible = (await windows()).some((page) => page.visibilityState === 'visible' && isAt(page, path));
  const isRepeated = shown.some((notification) => notification.data?.key === key);
  const silent = isVisible || isRepeated;
  // TypeScript's library lacks `renotify`.
  const options = { body, tag, icon: ICON, badge: BADGE, silent, renotify: !silent, data: { path, key } };
  await self.registration.showNotification(title, options);
  // Browsers cancel subscriptions whose messages show nothing, so that this one is shown and removed.
  if (isVisible) for (const notification of await self.registration.getNotifications({ tag })) notification.close();
}

async function setBadge(turns: number): Promise<void> {
  if (turns > 0) await self.navigator.setAppBadge?.(turns).catch(() => undefined);
  else await self.navigator.clearAppBadge?.().catch(() => undefined);
}

const pathOf = ({ data }: Notification): string => (typeof data?.path === 'string' ? data.path : '/');

const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

const isAt = ({ url }: WindowClient, path: string): boolean => new URL(url).pathname === path;

/** Focuses a tab that shows the page, or else leads any tab of this site there, or opens one. */
async function open(path: string): Promise<void> {
  const pages = await windows();
  const there = pages.find((page) => isAt(page, path));
  if (there !== undefined) {
    await there.focus();
    return;
  }
  const [other] = pages;
  const moved = await other?.navigate(path).catch(() => null);
  if (moved) await moved.focus();
  else await self.clients.openWindow(path);
}

/** The browser has replaced its subscription. The push service answers 410 for the old one, which removes it. */
async function subscribeAgain({ newSubscription, oldSubscription }: PushSubscriptionChangeEvent): Promise<void> {
  const options = oldSubscription?.options;
  const subscription = newSubscription ?? (options && (await self.registration.pushManager.subscribe(options)));
  if (!subscription) return;
  await fetch('/api/me/push/subscriptions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(subscription),
  });
}
