/**
 * Many spectators in a process of their own, over bare sockets, so that what they cost is little beside what the server does.
 * Told by the first message what to follow, it answers when all do, and then with the instants at which the first and the last of
 * them had each broadcast.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** What to follow: `request` is a Socket.IO event with its payload, `event` the broadcasts that are counted. */
export type Follow = {
  readonly url: string;
  readonly count: number;
  readonly firstAddress: number;
  readonly request: readonly unknown[];
  readonly event: string;
};

/** In ms since 1970. */
export type Reached = { readonly firstAt: number; readonly lastAt: number };

export type Told = { readonly following: number } | Reached;

/** Who connect at a time. */
const WAVE = 50;

const now = (): number => performance.timeOrigin + performance.now();

/** A client's frame of text, with a mask of zeros. */
function frame(text: string): Buffer {
  const bytes = Buffer.from(text);
  const head = bytes.length < 126 ? [0x81, 0x80 | bytes.length] : [0x81, 0xfe, bytes.length >> 8, bytes.length & 0xff];
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), bytes]);
}

/** The texts of the whole frames at the start of `bytes`, and what is left. */
function read(bytes: Buffer): { texts: string[]; rest: Buffer } {
  const texts: string[] = [];
  let at = 0;
  while (bytes.length - at >= 2) {
    const short = (bytes[at + 1] ?? 0) & 0x7f;
    const head = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (bytes.length - at < head) break;
    const length = short < 126 ? short : short === 126 ? bytes.readUInt16BE(at + 2) : bytes.readUInt32BE(at + 6);
    if (bytes.length - at < head + length) break;
    texts.push(bytes.toString('latin1', at + head, at + head + length));
    at += head + length;
  }
  return { texts, rest: bytes.subarray(at) };
}

async function spectator(follow: Follow, address: number, onBroadcast: () => void): Promise<Socket> {
  const { hostname, port } = new URL(follow.url);
  const socket = connect(Number(port), hostname).setNoDelay(true);
  await once(socket, 'connect');
  socket.write(
    `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n` +
      `X-Forwarded-For: 10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}\r\n\r\n`,
  );
  const counted = `42["${follow.event}"`;
  const { promise: following, resolve, reject } = Promise.withResolvers<void>();
  let waiting: Buffer = Buffer.alloc(0);
  let isUpgraded = false;
  const hear = (text: string): void => {
    if (text.startsWith(counted)) onBroadcast();
    else if (text === '2') socket.write(frame('3'));
    else if (text.startsWith('0')) socket.write(frame('40'));
    else if (text.startsWith('40')) socket.write(frame(`420${JSON.stringify(follow.request)}`));
    else if (text.startsWith('430')) text.includes('"ok":false') ? reject(new Error(text)) : resolve();
  };
  socket.on('data', (bytes: Buffer) => {
    waiting = waiting.length === 0 ? bytes : Buffer.concat([waiting, bytes]);
    if (!isUpgraded) {
      const end = waiting.indexOf('\r\n\r\n');
      if (end < 0) return;
      isUpgraded = true;
      waiting = waiting.subarray(end + 4);
    }
    const { texts, rest } = read(waiting);
    waiting = rest;
    for (const text of texts) hear(text);
  });
  socket.once('close', () => reject(new Error('the server hung up')));
  socket.on('error', reject);
  await following;
  return socket;
}

async function main(follow: Follow): Promise<void> {
  const reached: { count: number; firstAt: number }[] = [];
  const tell = (told: Told) => void process.send?.(told);
  for (let i = 0; i < follow.count; i += WAVE) {
    const wave = Array.from({ length: Math.min(WAVE, follow.count - i) }, (_, j) => {
      let heard = 0;
      return spectator(follow, follow.firstAddress + i + j, () => {
        if (!isComplete) return;
        const nth = reached[heard] ?? { count: 0, firstAt: now() };
        reached[heard] = nth;
        heard += 1;
        nth.count += 1;
        if (nth.count === follow.count) tell({ firstAt: nth.firstAt, lastAt: now() });
      });
    });
    await Promise.all(wave);
  }
  isComplete = true;
  tell({ following: follow.count });
}

let isComplete = false;
process.once('message', (follow: Follow) => main(follow));
process.once('disconnect', () => process.exit());
