import { fold } from '@terrace/game';
import { type GameId, MINUTE_MS } from '@terrace/protocol';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { SentMessage } from '../chat/chat.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { createBell } from '../notifications/bell.ts';
import { isSlow } from '../notifications/causes.ts';
import { createNotifications } from '../notifications/create.ts';
import { type Channels, createDelivery } from '../notifications/delivery.ts';
import { createDerivation } from '../notifications/derive.ts';
import { createChatDerivation } from '../notifications/derive-chat.ts';
import type { Cause } from '../notifications/notifications.ports.ts';
import { createRatingChanges } from '../notifications/rebuild.ts';
import { createUpkeep } from '../notifications/upkeep.ts';
import { createVisibility } from '../notifications/visibility.ts';
import type { OnlinePlayers } from '../presence/online-players.ts';
import { createJobQueue, JOB_SCHEMAS } from '../store/job-queue.ts';
import { createChannels } from './channels.ts';
import type { Nodes } from './nodes.ts';
import type { Services } from './services.ts';
import type { Stores } from './stores.ts';

const TESTS_PER_MINUTE = 5;

const DELIVERIES = { schema: JOB_SCHEMAS.notifications, concurrentJobs: 8, fetchedJobs: 100 } as const;

type Options = {
  readonly stores: Stores;
  readonly nodes: Nodes;
  readonly services: Services;
  readonly channels: Channels;
  readonly online: Pick<OnlinePlayers, 'isOnline'>;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly reportError: (error: unknown) => void;
};

/** Creates the notifications: their causes, the queue, and what players see of them. */
export function composeNotifications({ stores, nodes, services, online, ...options }: Options) {
  const { metrics, log, reportError } = options;
  const store = stores.notifications;
  const { cluster, bus, scheduler, machine, isLeader } = nodes;
  const { now } = scheduler;
  const { service, connections, createLimit } = services;
  const channels = createChannels(options.channels);
  const visibility = createVisibility(bus);
  const testLimit = createLimit('notification-test', { points: TESTS_PER_MINUTE, duration: 60 });
  const bell = createBell({ store, bus, channels, testLimit, now });
  const readLog = (gameId: GameId) => stores.games.readLog(gameId, 0);

  /** At a live game with a clock, or in any page when such a game starts. */
  async function isThere({ gameId, to, details: { kind } }: Cause): Promise<boolean> {
    const state = gameId === null ? undefined : service.cachedState(gameId);
    if (gameId === null || state === undefined || isSlow(state.settings) || kind === 'invited') return false;
    return connections.isAt(gameId, to) || (kind === 'started' && (await online.isOnline(to)));
  }

  const create = createNotifications({ store, isVisible: visibility.isVisible, isThere, refresh: bell.refresh, now });
  const derivation = createDerivation({
    store,
    readLog,
    currentState: service.state,
    untilQueuePlayed: services.conditionals.untilPlayed,
    ratingChanges: createRatingChanges(stores.ratings),
    save: create.save,
    scheduler,
    reportError,
  });
  const delivery = createDelivery({
    store,
    channels,
    state: service.state,
    isVisible: visibility.isVisible,
    added: bell.added,
    onDelivered: metrics.notificationDelivered,
    now,
  });
  const queue = createJobQueue({ pool: stores.jobPool, log, machine, ...DELIVERIES });
  const upkeep = createUpkeep({
    store,
    mailCommands: stores.mailCommands,
    derivation,
    rederiveChat: createChatDerivation({
      messages: stores.chat.betweenPlayers,
      blockersOf: stores.blocks.blockersOf,
      state: service.state,
      create,
    }),
    queue,
    workers: cluster.state.map('notification-workers', z.object({ worker: z.string() })),
    readLog,
    state: service.state,
    save: create.save,
    onPending: metrics.notificationsPending,
    isLeader,
    isFullyConnected: cluster.isFullyConnected,
    scheduler,
    reportError,
  });

  services.onSecurityChange((player, change) => void create.security(player, change).catch(reportError));
  services.ratings.onRatedHere((rated) => {
    derivation.rated(rated).catch((error: unknown) => derivation.missed(now() - MINUTE_MS, error));
  });

  return {
    bell,
    visibility,
    react: derivation.react,

    chat({ gameId, message, blockers }: SentMessage): void {
      const state = service.cachedState(gameId);
      const done = async () => {
        const known = state ?? fold(null, await readLog(gameId));
        if (known !== null) await create.chat(gameId, message, blockers, known);
      };
      done().catch((error: unknown) => derivation.missed(message.at, error));
    },

    start(): void {
      queue.start(delivery.tasks);
      upkeep.start();
    },

    recoverSoon: upkeep.recoverSoon,

    async close(): Promise<void> {
      await upkeep.close();
      await queue.close();
      await derivation.close();
    },
  };
}
