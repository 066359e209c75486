import { HOUR_MS, type NotificationChannels } from '@terrace/protocol';
import type { Errands } from '../errands/errands.ts';
import { isNews } from '../game-service/news.ts';
import type { Committed } from '../game-service/service.ts';
import type { Due } from '../jobs/jobs.ports.ts';
import { createBell } from '../notifications/bell.ts';
import type { Attention } from '../notifications/presence.ports.ts';
import { createNotifyOfSecurity } from '../notifications/security.ts';
import { createVisibility } from '../notifications/visibility.ts';
import type { OnlinePlayers } from '../presence/online-players.ts';
import type { Nodes } from './nodes.ts';
import type { Services } from './services.ts';
import type { Stores } from './stores.ts';

const TESTS_PER_MINUTE = 5;

type Options = {
  readonly stores: Stores;
  readonly nodes: Nodes;
  readonly services: Services;
  /** The channels that are set up. */
  readonly channels: NotificationChannels;
  readonly errands: Errands;
  readonly wakeJobs: (due: Due) => void;
  readonly online: Pick<OnlinePlayers, 'isOnline'>;
  readonly reportError: (error: unknown) => void;
};

/** What players see of their notifications, and what the background work that makes them needs of play. */
export function composeNotifications({ stores, nodes, services, online, reportError, ...options }: Options) {
  const store = stores.notifications;
  const { bus, scheduler } = nodes;
  const { now } = scheduler;
  const { connections, createLimit } = services;
  const { channels, errands, wakeJobs } = options;
  const visibility = createVisibility(bus);
  const testLimit = createLimit('notification-test', { points: TESTS_PER_MINUTE, duration: 60 });
  const bell = createBell({ store, bus, channels, errands, testLimit, now });

  const attention: Attention = async (player, gameId, asksBoard) => {
    const [isVisible, isOnline, isAtGame] = await Promise.all([
      visibility.isVisible(gameId, player),
      online.isOnline(player),
      asksBoard && connections.whenAsked(gameId, () => connections.isAt(gameId, player)),
    ]);
    return { isVisible, isOnline, isAtGame };
  };

  const notifyOfSecurity = createNotifyOfSecurity({ store, onAdded: () => wakeJobs('notifications'), now });
  services.onSecurityChange((player, change) => {
    // At most one notification of reports an hour, however many are made.
    const id = change === 'report' ? Math.floor(now() / HOUR_MS) : now();
    notifyOfSecurity(player, change, id).catch(reportError);
  });

  return {
    bell,
    visibility,
    attention,

    /** The row in the outbox is the queue; this saves the wait for the next look into it. */
    react({ isLocal, events, state }: Committed): void {
      if (isLocal && isNews(events, state)) wakeJobs('outbox');
    },

    chat: (): void => wakeJobs('outbox'),
  };
}
