import type { Server as HttpServer } from 'node:http';
import type { GameId, Presence } from '@terrace/protocol';
import type { Logger } from 'pino';
import type { Actor } from '../accounts/actor.ts';
import type { Revoke } from '../accounts/revocation.ts';
import type { Admission } from '../admission/admission.ts';
import type { TrustProxy } from '../admission/client-address.ts';
import type { Chat, SentMessage } from '../chat/chat.ts';
import type { PlayerStore } from '../game-service/players.ports.ts';
import type { Authenticate } from '../http/actor.ts';
import type { Inbox } from '../inbox/inbox.ts';
import type { LocalLimit } from '../limits/rate-limit.ts';
import type { Lobby } from '../lobby/lobby.ts';
import type { PairingPool } from '../lobby/pairing-pool.ts';
import type { NotificationsChanged } from '../notifications/bell-changes.ts';
import type { Visibility } from '../notifications/visibility.ts';
import type { OnlinePlayers } from '../presence/online-players.ts';
import type { GamePresence } from '../presence/presence.ts';
import type { Ratings } from '../ratings/ratings.ts';
import { createContainment } from '../runtime/containment.ts';
import { createInFlight } from '../runtime/in-flight.ts';
import type { Cluster, RecoverFromGaps, ScopedTopic } from '../runtime/nodes.ports.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import { authenticateSockets } from './authenticate.ts';
import {
  broadcastChat,
  broadcastPresence,
  broadcastRatings,
  broadcastStopping,
  createEventBroadcast,
  createInboxBroadcasts,
  createLobbyBroadcasts,
} from './broadcast.ts';
import { followRooms } from './follow-rooms.ts';
import { readHandshakes } from './handshakes.ts';
import { measureLag } from './lag.ts';
import { shareLobbyWatchers } from './lobby-watchers.ts';
import { broadcastNotifications } from './notifications.ts';
import type { SocketRequests } from './request.ts';
import { createConnectionResync } from './resync-connections.ts';
import { credentialRoom, playerRoom, roomsByKind } from './rooms.ts';
import { createRouter, type OnAnswered } from './router.ts';
import { createSendBuffers } from './send-buffers.ts';
import { createSocketServer } from './server.ts';
import { createSlices } from './slices.ts';

type Options = {
  readonly trustProxy: TrustProxy;
  readonly admission: Admission;
  readonly accepting: AbortSignal;
  /** Called with the error of a connection, which is then closed. */
  readonly onConnectionFault: (error: unknown) => void;
  readonly cluster: Pick<Cluster, 'state' | 'games' | 'players'>;
  readonly scheduler: Scheduler;
  readonly machine: Scheduler;
};

export type Sockets = ReturnType<typeof openSockets>;

/** Socket.IO and the broadcasts of services. Requests are answered once `serveSockets` is called. */
export function openSockets(http: HttpServer, options: Options) {
  const { trustProxy, admission, accepting, onConnectionFault, cluster, scheduler, machine } = options;
  const containment = createContainment(onConnectionFault);
  const io = createSocketServer(http, { trustProxy, admission, accepting, containment });
  const handshakeOf = readHandshakes(io, trustProxy);
  measureLag(io, machine.elapsed);
  const slices = createSlices(io);
  followRooms(io.sockets.adapter, cluster);
  return {
    io,
    slices,
    contain: containment.contain,
    handshakeOf,
    lobbyBroadcasts: createLobbyBroadcasts(io, slices),
    inboxBroadcasts: createInboxBroadcasts(io),
    lobbyWatchers: shareLobbyWatchers(io.sockets.adapter, cluster.state, onConnectionFault),
    broadcastEvents: createEventBroadcast({ io, slices, now: scheduler.now }),
    broadcastNotifications: (changed: NotificationsChanged): void => broadcastNotifications(io, changed),
    broadcastPresence: (gameId: GameId, presence: Presence): void => broadcastPresence(slices, gameId, presence),
  };
}

type Dependencies = {
  readonly recoverFromGaps: RecoverFromGaps;
  readonly requests: SocketRequests;
  readonly players: Pick<PlayerStore, 'add'>;
  readonly chat: Pick<Chat, 'messagesSince'>;
  readonly chatTopic: ScopedTopic<GameId, SentMessage>;
  readonly presence: Pick<GamePresence, 'disconnect'>;
  readonly lobby: Pick<Lobby, 'unsubscribe'>;
  readonly inbox: Pick<Inbox, 'connect' | 'disconnect'>;
  readonly online: Pick<OnlinePlayers, 'connect' | 'disconnect'>;
  readonly pool: Pick<PairingPool, 'disconnect'>;
  readonly visibility: Pick<Visibility, 'disconnect'>;
  readonly ratings: Pick<Ratings, 'onRated'>;
  readonly authenticate: Authenticate;
  readonly onRevoked: (listener: Revoke) => void;
  readonly endedCredentials: (credentials: readonly Actor['credential'][]) => Promise<readonly Actor['credential'][]>;
  readonly requestLimit: LocalLimit;
  readonly admission: Admission;
  readonly onAnswered: OnAnswered;
  readonly log: Logger;
  readonly now: () => number;
  readonly machine: Scheduler;
  readonly reportError: (error: unknown) => void;
};

/** Clients of a stopping node move to others spread over this time per connection. */
const SPREAD_PER_CONNECTION_MS = 1;

export function serveSockets({ io, slices, contain, handshakeOf }: Sockets, dependencies: Dependencies) {
  const { chat, chatTopic, presence, lobby, inbox, online, pool, reportError } = dependencies;
  const disconnectRevoked: Revoke = (credentials) => {
    if (credentials.length > 0) io.local.in(credentials.map(credentialRoom)).disconnectSockets(true); // without rooms all connections would be closed
  };
  const resync = createConnectionResync({
    recoverFromGaps: dependencies.recoverFromGaps,
    io,
    chat,
    broadcastChat: (sent) => broadcastChat(slices, sent),
    endedCredentials: dependencies.endedCredentials,
    disconnectRevoked,
    machine: dependencies.machine,
  });
  chatTopic.on((_, sent) => resync.broadcastOnce(sent));
  const sendBuffers = createSendBuffers({ contain });
  const connections = createInFlight();
  const router = createRouter({
    requests: dependencies.requests,
    requestLimit: dependencies.requestLimit,
    sendBuffers,
    contain,
    admission: dependencies.admission,
    log: dependencies.log,
    now: dependencies.now,
    onAnswered: dependencies.onAnswered,
  });

  authenticateSockets({
    io,
    handshakeOf,
    contain,
    authenticate: dependencies.authenticate,
    players: dependencies.players,
    reportError,
    onConnection: (socket, actor) => {
      const { address, stream } = handshakeOf(socket);
      const end = connections.begin();
      // A listener each, registered before anything can fail, so that one failure does not skip the others.
      socket.on('disconnect', () => contain(stream, end));
      socket.on('disconnect', () => contain(stream, () => presence.disconnect(socket)));
      if (actor !== null) {
        const { id } = actor.player;
        socket.on('disconnect', () => contain(stream, () => online.disconnect(socket, id)));
        socket.on('disconnect', () => contain(stream, () => inbox.disconnect(id)));
      }
      socket.on('disconnect', () => contain(stream, () => pool.disconnect(socket)));
      socket.on('disconnect', () => contain(stream, () => lobby.unsubscribe(socket)));
      socket.on('disconnect', () => contain(stream, () => dependencies.visibility.disconnect(socket)));
      sendBuffers.measure(socket, stream);
      router.serve(socket, actor, { address, stream });
      if (actor === null) return;
      contain(stream, () => socket.join(playerRoom(actor.player.id)));
      online.connect(socket, actor);
      contain(stream, () =>
        inbox.connect(actor.player.id, (numbers) => {
          if ('unread' in numbers) socket.emit('inbox:attention', numbers);
          else socket.emit('inbox:turns', numbers);
        }),
      );
    },
  });
  dependencies.ratings.onRated((rated) => broadcastRatings(slices, rated));
  dependencies.onRevoked(disconnectRevoked);
  resync.start();

  return {
    counts: () => ({
      webSockets: io.engine.clientsCount,
      open: io.sockets.sockets.size,
      rooms: roomsByKind(io.sockets.adapter.rooms.keys()),
    }),
    drain: router.drain,
    /** Asks clients to move to another node. Resolves when all have, or after `withinMs`. */
    async handOver(withinMs: number): Promise<void> {
      broadcastStopping(io, Math.min(connections.count * SPREAD_PER_CONNECTION_MS, Math.floor(withinMs / 2)));
      await connections.none(withinMs);
    },
    /** Closes without a goodbye, after which clients would not reconnect. */
    disconnect: (): void => void io.engine.close(),
    close(): void {
      resync.close();
      slices.close();
      sendBuffers.close();
    },
  };
}
