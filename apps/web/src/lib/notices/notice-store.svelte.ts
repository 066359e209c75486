import { Notification, NotificationPage } from '@terrace/protocol';
import type { Connection } from '#lib/net/connection.svelte.ts';
import { send, tryGetJson } from '#lib/net/rest.ts';
import type { Attention } from '#lib/ui/attention.svelte.ts';

/** The visitor's notifications, the newest first. */
export class NoticeStore {
  /** Undefined until loaded. */
  notices = $state.raw<readonly Notification[] | undefined>();
  failed = $state(false);
  #next = $state.raw<number | null>(null);
  readonly #waiting: Attention;

  constructor(waiting: Attention) {
    this.#waiting = waiting;
  }

  get hasOlder(): boolean {
    return this.#next !== null;
  }

  /** Adds new notifications as they arrive, and reloads the list when some were read elsewhere. */
  subscribe(connection: Pick<Connection, 'on' | 'onConnect'>, signal: AbortSignal): void {
    connection.onConnect(() => void this.load(), signal);
    connection.on(
      'notifications:changed',
      (changed) => {
        if (changed.added === null) {
          if (changed.unread !== this.#unread) void this.load();
          return;
        }
        const added = Notification.parse(changed.added);
        if (this.notices?.every(({ id }) => id !== added.id)) this.notices = [added, ...this.notices];
      },
      signal,
    );
    void this.load();
  }

  async load(): Promise<void> {
    const page = await tryGetJson(fetch, '/api/me/notifications', NotificationPage);
    this.failed = page === undefined;
    if (page === undefined) return;
    this.notices = page.notifications;
    this.#next = page.next;
    this.#waiting.unread = page.unread;
  }

  async loadOlder(): Promise<void> {
    const page = await tryGetJson(fetch, `/api/me/notifications?before=${this.#next}`, NotificationPage);
    if (page === undefined) return;
    const known = new Set(this.notices?.map(({ id }) => id));
    this.notices = [...(this.notices ?? []), ...page.notifications.filter(({ id }) => !known.has(id))];
    this.#next = page.next;
  }

  async read({ id, readAt }: Notification): Promise<void> {
    if (readAt !== null) return;
    this.#markRead((each) => each.id === id);
    this.#waiting.unread = Math.max(0, this.#waiting.unread - 1);
    await send('POST', '/api/me/notifications/read', { which: { ids: [id] } });
  }

  async readAll(): Promise<void> {
    this.#markRead(() => true);
    this.#waiting.unread = 0;
    await send('POST', '/api/me/notifications/read', { which: 'all' });
  }

  get #unread(): number {
    return this.notices?.filter(({ readAt }) => readAt === null).length ?? 0;
  }

  #markRead(which: (notice: Notification) => boolean): void {
    const now = Date.now();
    this.notices = this.notices?.map((each) => (which(each) && each.readAt === null ? { ...each, readAt: now } : each));
  }
}
