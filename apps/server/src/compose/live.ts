import { moverOf } from '@terrace/game';
import type { NotificationChannels } from '@terrace/protocol';
import { createAccountUpkeep } from '../accounts/upkeep.ts';
import { createComputers } from '../computers/computers.ts';
import { createExhibition } from '../computers/exhibition.ts';
import { createDeadlineTimers } from '../deadlines/timers.ts';
import type { Errands } from '../errands/errands.ts';
import type { Committed } from '../game-service/service.ts';
import { createInbox } from '../inbox/inbox.ts';
import type { Due } from '../jobs/jobs.ports.ts';
import { watchAbsentHosts } from '../lobby/absent-hosts.ts';
import { createAttendance } from '../lobby/attendance.ts';
import { createLiveGames } from '../lobby/live-games.ts';
import { createLobby } from '../lobby/lobby.ts';
import { createPairingPool } from '../lobby/pairing-pool.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { hiddenKinds } from '../notifications/describe.ts';
import { createOnCommit } from '../on-commit.ts';
import type { Audience } from '../presence/audience.ts';
import { createOnlinePlayers } from '../presence/online-players.ts';
import { createGamePresence } from '../presence/presence.ts';
import { createReviews } from '../review/reviews.ts';
import { createListeners } from '../runtime/listeners.ts';
import type { Outbound } from '../runtime/outbound.ts';
import type { Sockets } from '../socket/index.ts';
import type { Nodes } from './nodes.ts';
import { composeNotifications } from './notifications.ts';
import { composePush } from './push.ts';
import type { Services } from './services.ts';
import type { Stores } from './stores.ts';
import { composeWebhooks } from './webhooks.ts';

type Options = {
  readonly stores: Stores;
  readonly nodes: Nodes;
  readonly services: Services;
  readonly sockets: Sockets;
  readonly searchNiceness: number;
  readonly metrics: Metrics;
  /** The channels of notifications that are set up. */
  readonly channels: NotificationChannels;
  readonly errands: Errands;
  readonly wakeJobs: (due: Due) => void;
  readonly outbound: Outbound;
  readonly publicUrl: string | undefined;
  /** Hosts of push services besides the known ones. */
  readonly pushHosts: readonly string[];
  readonly reportError: (error: unknown) => void;
};

export type Live = ReturnType<typeof createLive>;

/** Creates the services that depend on connected clients, and the reactions to commits. */
export function createLive({ stores, nodes, services, sockets, searchNiceness, ...options }: Options) {
  const { metrics, channels, errands, wakeJobs, outbound, publicUrl, reportError } = options;
  const { games } = stores;
  const { cluster, scheduler, isLeader } = nodes;
  const { service, connections, locatePlayer, ratings, checkEligibility, onBlocksChanged } = services;

  const presence = createGamePresence({
    service,
    cluster,
    connections,
    apartFrom: services.meetings.apartFrom,
    onBlocksChanged,
    scheduler,
    machine: nodes.machine,
    broadcast: sockets.broadcastPresence,
    reportError,
  });
  const lobby = createLobby({
    cluster,
    recoverFromGaps: nodes.recoverFromGaps,
    service,
    queries: games,
    broadcasts: sockets.lobbyBroadcasts,
    scheduler,
    reportError,
  });
  sockets.lobbyWatchers.onLobby(lobby.setWatched);
  const attendance = createAttendance({
    bus: cluster.bus,
    connections,
    presence,
    stateOf: service.cachedState,
    scheduler,
    reportError,
  });
  const liveGames = createLiveGames({
    cluster,
    isLeader,
    onLead: nodes.lock.onLead,
    recoverFromGaps: nodes.recoverFromGaps,
    queries: games,
    attendance,
    ratingsOf: ratings.ratingsOf,
    featured: lobby.featured,
    scheduler,
    reportError,
  });
  lobby.onGameChanged(liveGames.update);
  const online = createOnlinePlayers({ cluster, machine: nodes.machine, onCount: lobby.setOnline });
  const accountUpkeep = createAccountUpkeep({
    store: stores.accountUpkeep,
    isOnline: online.isOnline,
    isLeader,
    scheduler,
    reportError,
  });
  const absentHosts = watchAbsentHosts({
    cluster,
    service,
    tables: lobby.tables,
    isConnectedHere: (player) => inbox.isConnected(player),
    isLeader,
    scheduler,
    reportError,
  });
  lobby.onSeated(absentHosts.update);
  const pool = createPairingPool({
    cluster,
    isLeader,
    service,
    lobby,
    meetings: services.meetings,
    onBlocksChanged,
    ratingsOf: ratings.ratingsOf,
    checkEligibility,
    isHostConnected: absentHosts.isConnected,
    broadcasts: sockets.lobbyBroadcasts,
    scheduler,
    reportError,
  });
  // Hosts from before this node's start count as absent unless they reconnect.
  const filled = lobby.filled.then(absentHosts.markAbsent).catch(reportError);

  const audience: Audience = {
    isWatched: presence.isWatched,
    wantsExhibition: () => isLeader() && sockets.lobbyWatchers.any() && !liveGames.hasActiveGames(),
  };
  const computers = createComputers({
    service,
    queries: games,
    games: cluster.games,
    audience,
    scheduler,
    niceness: searchNiceness,
    reportError,
  });
  const exhibition = createExhibition({
    service,
    store: stores.exhibitions,
    computers,
    audience,
    isLeader,
    evict: services.evict,
    scheduler,
    reportError,
  });
  const reviews = createReviews({
    service,
    findOngoingRatedGame: services.findOngoingRatedGame,
    createLimit: services.createLimit,
    onAsked: () => wakeJobs('reviews'),
    now: scheduler.now,
    store: stores.reviews,
  });
  const timers = createDeadlineTimers({
    service,
    games: cluster.games,
    isMoverUnreachable(gameId, state): boolean {
      const mover = moverOf(state);
      return mover !== null && locatePlayer(gameId, mover.id) === 'unreachable';
    },
    scheduler,
    reportError,
    beforeFlag: services.vacationWriter.writeBeforeFlag,
    onFlagged: metrics.flagged,
  });

  services.claims.onClaimed(computers.claim);
  services.claims.onClaimed(({ id, deadlineAt }) => {
    if (deadlineAt !== null) timers.arm(id, deadlineAt);
  });

  const push = composePush({
    stores,
    outbound,
    hosts: options.pushHosts,
    publicUrl,
    now: scheduler.now,
  });
  const webhooks = composeWebhooks({ stores, nodes, services, outbound, errands, isOn: channels.webhook });
  const notifications = composeNotifications({
    stores,
    nodes,
    services,
    channels,
    errands,
    wakeJobs,
    online,
    reportError,
  });
  const inbox = createInbox({
    service,
    queries: games,
    games: cluster.games,
    unread: stores.unread,
    hiddenKinds: async (player) => hiddenKinds(await notifications.bell.choicesOf(player)),
    onUnreadChanged: (listener) => notifications.bell.onChanged(({ player }) => listener(player)),
    broadcasts: sockets.inboxBroadcasts,
    machine: nodes.machine,
    reportError,
  });
  inbox.onConnection(absentHosts.update);
  services.commits.onPlayersChanged(inbox.add);
  notifications.bell.onChanged(sockets.broadcastNotifications);

  const streams = createListeners<[committed: Committed]>(reportError);
  service.onCommitted(
    createOnCommit({
      ratings,
      commits: services.commits,
      computers,
      vacations: services.vacationWriter,
      conditionals: services.conditionals,
      notifications,
      lobby,
      attendance,
      inbox,
      presence,
      broadcastEvents: sockets.broadcastEvents,
      streamEvents: streams.call,
      timers,
      exhibition,
      reportError,
    }),
  );

  return {
    presence,
    lobby,
    inbox,
    online,
    accountUpkeep,
    pool,
    computers,
    exhibition,
    reviews,
    timers,
    notifications,
    push,
    webhooks,
    streams,
    async close(): Promise<void> {
      presence.close();
      await accountUpkeep.close();
      online.close();
      attendance.close();
      await absentHosts.close();
      pool.close();
      await liveGames.close();
      lobby.close();
      await filled;
    },
  };
}
