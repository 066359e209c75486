import type { Server as HttpServer } from 'node:http';
import { type Ack, type Payload, type Reply, type RequestName, requests } from '@terrace/protocol';
import { Server } from 'socket.io';
import type { Scene, SocketAnswers } from '../scene.ts';

type SceneOf = (cookies: string | undefined) => Scene | undefined;

/** Answers the Socket.IO requests of pages from their scenes. */
export function answerSockets(http: HttpServer, sceneOf: SceneOf, fail: (fault: string) => void): Server {
  const sockets = new Server(http, { transports: ['websocket'], serveClient: false });
  sockets.on('connection', (socket) => {
    const scene = sceneOf(socket.handshake.headers.cookie);
    socket.onAny((name: string, payload: unknown, acknowledge: (answer: Ack<unknown>) => void) => {
      const answer = scene && isRequest(name) ? answerTo(name, payload, scene.socket) : undefined;
      if (answer === undefined) {
        fail(`${scene?.path}: no answer to ${name} ${JSON.stringify(payload)}`);
        return;
      }
      acknowledge(answer);
      for (const broadcast of scene?.broadcasts ?? [])
        if (broadcast.after === name) socket.emit(broadcast.name, broadcast.message);
    });
  });
  return sockets;
}

/** Requests of pages that leave something, which nothing depends on. */
const LEAVING: readonly string[] = ['game:unwatch', 'chat:leave', 'lobby:unwatch', 'pairing:leave'];

function answerTo<N extends RequestName>(name: N, raw: unknown, answers: SocketAnswers): Ack<unknown> | undefined {
  if (LEAVING.includes(name)) return { ok: true, value: {} };
  const answer = answers[name];
  if (answer === undefined) return undefined;
  const reply: Reply<N> = answer(requests[name].payload.parse(raw) as Payload<N>);
  return { ok: true, value: requests[name].reply.parse(reply) };
}

const isRequest = (name: string): name is RequestName => Object.hasOwn(requests, name);
