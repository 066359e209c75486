import type { Server as HttpServer } from 'node:http';
import type { PlayerId } from '@terrace/protocol';
import type { Logger } from 'pino';
import type { Actor } from '../accounts/actor.ts';
import type { Follows } from '../accounts/follows.ts';
import type { createRevocation, Revoke } from '../accounts/revocation.ts';
import type { Admission } from '../admission/admission.ts';
import type { TrustProxy } from '../admission/client-address.ts';
import { type Chat, SentMessage } from '../chat/chat.ts';
import type { OpenTable } from '../game-service/open-table.ts';
import type { CheckEligibility } from '../game-service/requests.ts';
import type { GameService } from '../game-service/service.ts';
import type { BlockStore, GameQueries, PlayerStore } from '../game-service/store.ts';
import type { Authenticate } from '../http/actor.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import { createLobbyServices } from '../lobby/services.ts';
import type { MoveQueues } from '../move-queue/move-queue.ts';
import type { Bus } from '../nodes/bus.ts';
import type { Cluster } from '../nodes/cluster.ts';
import type { Audience } from '../presence/audience.ts';
import { createGamePresence } from '../presence/presence.ts';
import type { Ratings } from '../ratings/ratings.ts';
import { createInFlight } from '../runtime/in-flight.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import { authenticateSockets } from './authenticate.ts';
import {
  broadcastChat,
  broadcastEvents,
  broadcastPresence,
  broadcastRatings,
  broadcastStopping,
  createLobbyBroadcasts,
} from './broadcast.ts';
import { createChatRequests } from './chat.ts';
import { createContainment } from './containment.ts';
import { createGameRequests } from './game.ts';
import { readHandshakes } from './handshakes.ts';
import { measureLag } from './lag.ts';
import { createLobbyRequests } from './lobby.ts';
import { shareLobbyWatchers } from './lobby-watchers.ts';
import { createQueueRequests } from './move-queue.ts';
import { createConnectionResync } from './resync-connections.ts';
import { credentialRoom, playerRoom, roomsByKind } from './rooms.ts';
import { createRouter } from './router.ts';
import { createSendBuffers } from './send-buffers.ts';
import { createSocketServer } from './server.ts';
import { createSlices } from './slices.ts';

type Services = {
  readonly bus: Bus;
  readonly cluster: Pick<Cluster, 'bus' | 'state' | 'isFullyConnected' | 'onFullyConnected'>;
  readonly isLeader: () => boolean;
  readonly service: GameService;
  readonly queries: GameQueries;
  readonly openTable: OpenTable;
  readonly players: PlayerStore;
  readonly blocks: BlockStore;
  readonly follows: Pick<Follows, 'seenBy'>;
  readonly chat: Chat;
  readonly queues: MoveQueues;
  readonly ratings: Ratings;
  readonly checkEligibility: CheckEligibility;
  readonly authenticate: Authenticate;
  readonly onRevoked: ReturnType<typeof createRevocation>['onRevoked'];
  readonly endedCredentials: (credentials: readonly Actor['credential'][]) => Promise<readonly Actor['credential'][]>;
  readonly requestLimit: RateLimit;
  readonly onBlocksChanged: (listener: (players: readonly PlayerId[]) => void) => void;
  readonly trustProxy: TrustProxy;
  readonly admission: Admission;
  readonly onAnswered: Parameters<typeof createRouter>[0]['onAnswered'];
  readonly refusing: AbortSignal;
  /** Called with the exception of a connection, which is then closed. */
  readonly onConnectionFault: (error: unknown) => void;
  readonly log: Logger;
  readonly now: () => number;
  readonly scheduler: Scheduler;
  readonly machine: Scheduler;
  readonly report: (error: unknown) => void;
};

/** How much later the last connection goes to another node for each that does, in ms. */
const SPREAD_PER_CONNECTION_MS = 1;

/** Everything over Socket.IO: connections, requests and broadcasts, and the services that exist for them. */
export function createSockets(http: HttpServer, services: Services) {
  const { service, bus, cluster, chat, queues, ratings, onRevoked, now, scheduler, machine } = services;
  const containment = createContainment(services.onConnectionFault);
  const { contain } = containment;
  const io = createSocketServer(http, { ...services, containment });
  const handshakeOf = readHandshakes(io, services.trustProxy);
  measureLag(io, machine.elapsed);
  const slices = createSlices(io);
  const lobbyServices = createLobbyServices({
    ...services,
    ratingsOf: ratings.ratingsOf,
    broadcasts: createLobbyBroadcasts(io, slices),
    isFollowing: (player) => presence.isFollowing(player),
    watching: (gameId) => presence.watching(gameId),
    awaySince: (gameId, state) => presence.awaySince(gameId, state),
  });
  const presence = createGamePresence({
    ...{ service, cluster, scheduler },
    broadcast: (gameId, presence) => broadcastPresence(slices, gameId, presence),
    onWatching: lobbyServices.setSpectators,
  });
  const said = bus.topic('chat', SentMessage);
  const hangUp: Revoke = (credentials) => {
    if (credentials.length > 0) io.local.in(credentials.map(credentialRoom)).disconnectSockets(true); // without a room it would close all
  };
  const resync = createConnectionResync({
    ...services,
    io,
    hangUp,
    broadcastChat: (sent) => broadcastChat(slices, sent),
  });
  said.on(resync.broadcastOnce);
  const sendBuffers = createSendBuffers({ contain });
  const connections = createInFlight();
  const router = createRouter({
    ...{ ...services, contain, sendBuffers },
    requests: {
      ...createGameRequests({ ...services, presence }),
      ...createLobbyRequests(lobbyServices, services.follows),
      ...createChatRequests({ chat, broadcastChat: said.announce }),
      ...createQueueRequests({ queues }),
    },
  });

  authenticateSockets({
    ...services,
    ...{ io, handshakeOf, contain },
    onConnection: (socket, actor) => {
      const { address, stream } = handshakeOf(socket);
      const end = connections.begin();
      // Each in a listener of its own, and all before anything that can fail: none is left out when another one fails.
      socket.on('disconnect', () => contain(stream, end));
      socket.on('disconnect', () => contain(stream, () => presence.disconnect(socket)));
      socket.on('disconnect', () => contain(stream, () => lobbyServices.disconnect(socket, actor)));
      sendBuffers.measure(socket, stream);
      router.serve(socket, actor, { address, stream });
      if (actor !== null) contain(stream, () => socket.join(playerRoom(actor.player.id)));
      lobbyServices.connect(socket, actor);
    },
  });
  broadcastEvents({ io, slices, service, now });
  ratings.onRated((rated) => broadcastRatings(slices, rated));
  onRevoked(hangUp);
  resync.start();

  const lobbyWatchers = shareLobbyWatchers(io.sockets.adapter, cluster.state);
  const audience: Audience = {
    isWatched: presence.isWatched,
    whereIs: presence.whereIs,
    wantsExhibition: () => lobbyWatchers.any() && lobbyServices.lobby.live.ranking.count(({ idle }) => !idle) === 0,
  };

  return {
    lobby: lobbyServices.lobby,
    audience,
    presence,
    broadcastChat: said.announce,
    /** How many WebSockets there are, how many of them have connected, and rooms by kind. */
    counts: () => ({
      webSockets: io.engine.clientsCount,
      open: io.sockets.sockets.size,
      rooms: roomsByKind(io.sockets.adapter.rooms.keys()),
    }),
    drain: router.drain,
    /** Tells all connections to go to another node, and resolves when they have, at the latest after so many ms. */
    async handOver(withinMs: number): Promise<void> {
      broadcastStopping(io, Math.min(connections.count * SPREAD_PER_CONNECTION_MS, Math.floor(withinMs / 2)));
      await connections.none(withinMs);
    },
    /** Hangs up without a goodbye, after which clients would not come back by themselves. */
    disconnect: (): void => void io.engine.close(),
    async close(): Promise<void> {
      resync.close();
      slices.close();
      sendBuffers.close();
      presence.close();
      await lobbyServices.close();
      await lobbyServices.filled;
    },
  };
}
