import { io, type Socket } from 'socket.io-client';
import { guestCookie } from '../../apps/server/src/testing/guest.ts';

/** What a crowd of connections heard: how late each hearing was in ms, how many frames, how many bytes in all. */
export type Heard = { readonly delays: number[]; frames: number; bytes: number };

export const connect = async (url: string, cookie = ''): Promise<Socket> => {
  const extraHeaders = cookie === '' ? {} : { cookie };
  const socket = io(url, { transports: ['websocket'], forceNew: true, reconnection: false, extraHeaders });
  socket.on('time:ping', (ack: () => void) => ack());
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return socket;
};

/** A guest of the real server. */
export const guest = (url: string, secret: string): Promise<Socket> => connect(url, guestCookie(secret));

/** So many connections, a few at a time; as many of them as this machine lets us have. */
export async function many(count: number, one: () => Promise<Socket>): Promise<Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const wave = Array.from({ length: Math.min(50, count - sockets.length) }, one);
    const settled = await Promise.allSettled(wave);
    sockets.push(...settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])));
    if (settled.some(({ status }) => status === 'rejected')) break;
  }
  return sockets;
}

/** Listens through all of them. `delaysOf` reads a message's delays in ms off it. */
export function listen(sockets: readonly Socket[], event: string, delaysOf: (message: unknown) => number[]): Heard {
  const heard: Heard = { delays: [], frames: 0, bytes: 0 };
  for (const socket of sockets) {
    socket.io.engine.on('packet', ({ data }: { data?: unknown }) => {
      heard.frames += 1;
      heard.bytes += typeof data === 'string' ? data.length : 0;
    });
    socket.on(event, (message: unknown) => void heard.delays.push(...delaysOf(message)));
  }
  return heard;
}
