import type { Server as HttpServer } from 'node:http';
import type { ClientToServer, ServerToClient } from '@terrace/protocol';
import { type DefaultEventsMap, Server } from 'socket.io';
import type { Actor } from '../accounts/actor.ts';
import { isSameOrigin } from '../http/origin.ts';

/** `socket.data`: who is connected, and the players whose chat they have blocked. */
export type SocketData = { actor?: Actor | null };

export type Io = Server<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>;

/** Bytes of one message; a longer one closes its connection. The longest of ours has a few hundred. */
const MAX_MESSAGE_BYTES = 100_000;

/** Socket.IO on an HTTP server, over WebSocket only. */
export const createSocketServer = (http: HttpServer): Io =>
  new Server(http, {
    transports: ['websocket'],
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    serveClient: false,
    // The browser sends our cookies along, so a page of another site could act for its visitor.
    allowRequest: ({ headers }, decide) => decide(null, isSameOrigin(headers)),
  });
