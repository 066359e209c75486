import { ownAddress } from '@terrace/testing/address';
import { io, type Socket } from 'socket.io-client';
import { guestCookie } from '../../apps/server/src/testing/guest.ts';

/** Totals of all connections; delays are in ms. */
export type Received = { readonly delays: number[]; frames: number; bytes: number };

export const connect = async (url: string, cookie = ''): Promise<Socket> => {
  const extraHeaders = { ...ownAddress(), ...(cookie !== '' && { cookie }) };
  const socket = io(url, { transports: ['websocket'], forceNew: true, reconnection: false, extraHeaders });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return socket;
};

export const connectGuest = (url: string, secret: string): Promise<Socket> => connect(url, guestCookie(secret));

/** Opens up to `count` connections, a few at a time, as far as the machine allows. */
export async function connectMany(count: number, one: () => Promise<Socket>): Promise<Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const wave = Array.from({ length: Math.min(50, count - sockets.length) }, one);
    const settled = await Promise.allSettled(wave);
    sockets.push(...settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])));
    if (settled.some(({ status }) => status === 'rejected')) break;
  }
  return sockets;
}

/** Listens on all sockets. `delaysOf` reads the delays of a message, in ms. */
export function listen(sockets: readonly Socket[], event: string, delaysOf: (message: unknown) => number[]): Received {
  const received: Received = { delays: [], frames: 0, bytes: 0 };
  for (const socket of sockets) {
    socket.io.engine.on('packet', ({ data }: { data?: unknown }) => {
      received.frames += 1;
      received.bytes += typeof data === 'string' ? data.length : 0;
    });
    socket.on(event, (message: unknown) => void received.delays.push(...delaysOf(message)));
  }
  return received;
}
