import { fold } from '@terrace/game';
import { type GameId, HOUR_MS } from '@terrace/protocol';
import { isNews } from '../game-service/news.ts';
import type { Committed } from '../game-service/service.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { createBell } from '../notifications/bell.ts';
import { createNotifications } from '../notifications/create.ts';
import { createDecisions } from '../notifications/decide.ts';
import { type Channels, createDeliveries, createStillApplies } from '../notifications/delivery.ts';
import { createOutbox } from '../notifications/outbox.ts';
import type { Attention } from '../notifications/presence.ports.ts';
import { createRatingChanges } from '../notifications/rebuild.ts';
import { createUpkeep } from '../notifications/upkeep.ts';
import { createVisibility } from '../notifications/visibility.ts';
import type { OnlinePlayers } from '../presence/online-players.ts';
import { createChannels } from './channels.ts';
import type { Nodes } from './nodes.ts';
import type { Services } from './services.ts';
import type { Stores } from './stores.ts';

const TESTS_PER_MINUTE = 5;

type Options = {
  readonly stores: Stores;
  readonly nodes: Nodes;
  readonly services: Services;
  readonly channels: Channels;
  readonly online: Pick<OnlinePlayers, 'isOnline'>;
  readonly metrics: Metrics;
  readonly reportError: (error: unknown) => void;
};

/** Creates the notifications: their causes, their delivery, and what players see of them. */
export function composeNotifications({ stores, nodes, services, online, metrics, reportError, ...options }: Options) {
  const store = stores.notifications;
  const { bus, scheduler } = nodes;
  const { now } = scheduler;
  const { connections, createLimit } = services;
  const channels = createChannels(options.channels);
  const visibility = createVisibility(bus);
  const testLimit = createLimit('notification-test', { points: TESTS_PER_MINUTE, duration: 60 });
  const bell = createBell({ store, bus, channels, testLimit, now });
  const readLog = (gameId: GameId) => stores.games.readLog(gameId, 0);
  const state = async (gameId: GameId) => fold(null, await readLog(gameId));

  const attention: Attention = async (player, gameId) => {
    const [isVisible, isOnline] = await Promise.all([visibility.isVisible(gameId, player), online.isOnline(player)]);
    return { isVisible, isOnline, isAtGame: connections.isAt(gameId, player) };
  };

  const applies = createStillApplies(state, attention);
  const deliveries = createDeliveries({
    store,
    push: channels.push,
    applies,
    onDelivered: metrics.notificationDelivered,
    scheduler,
    reportError,
  });
  const decisions = createDecisions({
    store,
    channels,
    applies,
    added: bell.added,
    onPush: deliveries.request,
    scheduler,
    reportError,
  });
  const create = createNotifications({ store, attention, refresh: bell.refresh, onAdded: decisions.request, now });
  const outbox = createOutbox({
    store: stores.outbox,
    readLog,
    ratingChanges: createRatingChanges(stores.ratings),
    async hasPlannedMove(gameId, player, seq) {
      const { moves, takenAtSeq } = await stores.conditionalMoves.read(gameId, player);
      return moves.length > 0 || takenAtSeq === seq;
    },
    message: async (id) => (await stores.chat.find(id))?.message,
    blockersOf: stores.blocks.blockersOf,
    create,
    scheduler,
    reportError,
  });
  const upkeep = createUpkeep({
    store,
    outbox: stores.outbox,
    mailCommands: stores.mailCommands,
    readLog,
    state,
    save: create.save,
    onPending: metrics.notificationsPending,
    scheduler,
    reportError,
  });

  services.onSecurityChange((player, change) => {
    // At most one notification of reports an hour, however many are made.
    const id = change === 'report' ? Math.floor(now() / HOUR_MS) : now();
    create.security(player, change, id).catch(reportError);
  });

  return {
    bell,
    visibility,

    /** Does not wait for the next look into the outbox. */
    react({ isLocal, events, state }: Committed): void {
      if (isLocal && isNews(events, state)) outbox.request();
    },

    chat: outbox.request,

    start(): void {
      for (const part of [outbox, decisions, deliveries]) part.request();
      upkeep.start();
    },

    async close(): Promise<void> {
      await upkeep.close();
      await outbox.close();
      await decisions.close();
      await deliveries.close();
    },
  };
}
