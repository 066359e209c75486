import type { BrowserContext } from '@playwright/test';
import { type Ack, CommandId, type Payload, type Reply, type RequestName, requests } from '@terrace/protocol';
import { io } from 'socket.io-client';

/** A connection of its own for somebody who has a page: for what is quicker said than clicked. */
export type SocketClient = {
  /** Asks the server. A refusal fails the test. */
  ask<N extends RequestName>(name: N, payload: Payload<N>): Promise<Reply<N>>;
  close(): void;
};

let commands = 0;
export const newCommandId = (): CommandId => CommandId.parse(`by-socket-${process.pid}-${++commands}`);

export async function connectSocket(context: BrowserContext, site: string): Promise<SocketClient> {
  await context.request.get(`${site}/api/me`); // makes the visitor a guest, if they are nobody yet
  const cookies = await context.cookies(site);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const socket = io(site, { transports: ['websocket'], forceNew: true, extraHeaders: { cookie } });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return {
    ask: async (name, payload) => {
      const answer: Ack<unknown> = await socket.emitWithAck(name, payload);
      if (!answer.ok) throw new Error(`${name} was refused: ${answer.refusal.code}`);
      return requests[name].reply.parse(answer.value) as Reply<typeof name>;
    },
    close: () => void socket.disconnect(),
  };
}
