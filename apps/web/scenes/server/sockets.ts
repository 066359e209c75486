import type { Server as HttpServer } from 'node:http';
import { type Ack, type Payload, type Reply, type RequestName, requests } from '@terrace/protocol';
import { Server } from 'socket.io';
import type { Scene, SocketAnswers } from '../scene.ts';

type SceneOf = (cookies: string | undefined) => Scene | undefined;

/** Answers the Socket.IO requests of pages from their scenes. */
export function answerSockets(http: HttpServer, sceneOf: SceneOf, fail: (error: string) => void): Server {
  const sockets = new Server(http, { transports: ['websocket'], serveClient: false });
  sockets.on('connection', (socket) => {
    const scene = sceneOf(socket.handshake.headers.cookie);
    socket.onAny((name: string, payload: unknown, acknowledge: (answer: Ack<unknown>) => void) => {
      try {
        acknowledge(answerTo(name, payload, scene?.socket ?? {}));
      } catch (error) {
        fail(`${scene?.path}: ${name} ${JSON.stringify(payload)}: ${error}`);
      }
      for (const broadcast of scene?.broadcasts ?? [])
        if (broadcast.after === name) socket.emit(broadcast.name, broadcast.message);
    });
  });
  return sockets;
}

/** Requests that end a subscription. No page depends on their answers. */
const UNSUBSCRIBE_REQUESTS: readonly string[] = [
  'game:unwatch',
  'chat:leave',
  'lobby:unwatch',
  'inbox:unwatch',
  'pairing:leave',
];

function answerTo(name: string, raw: unknown, answers: SocketAnswers): Ack<unknown> {
  if (UNSUBSCRIBE_REQUESTS.includes(name)) return { ok: true, value: {} };
  if (!isRequest(name)) throw new Error('unknown request');
  return answerRequest(name, raw, answers);
}

/** @throws when the scene has no answer, or a message does not match the protocol */
function answerRequest<N extends RequestName>(name: N, raw: unknown, answers: SocketAnswers): Ack<unknown> {
  const answer = answers[name];
  if (answer === undefined) throw new Error('the scene has no answer');
  const reply: Reply<N> = answer(requests[name].payload.parse(raw) as Payload<N>);
  return { ok: true, value: requests[name].reply.parse(reply) };
}

const isRequest = (name: string): name is RequestName => Object.hasOwn(requests, name);
