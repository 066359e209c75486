/**
 * A Socket.IO client over a bare socket, reduced to what many clients need, so that clients cost little compared with
 * the server.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export type BareSocket = {
  /** Sends an event. @returns the text of its acknowledgement */
  ask(event: string, ...payload: readonly unknown[]): Promise<string>;
  close(): void;
};

type Options = {
  /** Sent as `X-Forwarded-For`, because limits count by address. */
  readonly address: number;
  readonly cookie?: string;
  readonly auth?: object;
  /** Receives each broadcast as Socket.IO writes it, such as `42["game:events",…]`. */
  readonly onEvent?: (text: string) => void;
  readonly onClose?: () => void;
};

export async function connectBare(url: string, options: Options): Promise<BareSocket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setNoDelay(true);
  await once(socket, 'connect');
  socket.write(handshake(`${hostname}:${port}`, options));
  const { promise: joined, resolve: join, reject } = Promise.withResolvers<void>();
  const waiting = new Map<number, (text: string) => void>();
  let asked = 0;

  const onText = (text: string): void => {
    if (text.startsWith('42')) options.onEvent?.(text);
    else if (text.startsWith('43')) {
      const start = text.indexOf('[');
      const id = Number(text.slice(2, start));
      waiting.get(id)?.(text.slice(start));
      waiting.delete(id);
    } else if (text === '2') socket.write(frame('3'));
    else if (text.startsWith('0'))
      socket.write(frame(`40${options.auth === undefined ? '' : JSON.stringify(options.auth)}`));
    else if (text.startsWith('40')) join();
    else if (text.startsWith('44')) reject(new Error(text));
  };
  readFrames(socket, onText);
  socket.once('close', () => {
    reject(new Error('the server closed the connection'));
    options.onClose?.();
  });
  socket.on('error', reject);
  await joined;
  return {
    ask: (event, ...payload) =>
      new Promise((resolve) => {
        const id = asked++;
        waiting.set(id, resolve);
        socket.write(frame(`42${id}${JSON.stringify([event, ...payload])}`));
      }),
    close: () => void socket.destroy(),
  };
}

const handshake = (host: string, { address, cookie }: Options): string =>
  [
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
    `Host: ${host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    `X-Forwarded-For: 10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`,
    ...(cookie === undefined ? [] : [`Cookie: ${cookie}`]),
    '\r\n',
  ].join('\r\n');

function frame(text: string): Buffer {
  const bytes = Buffer.from(text);
  const head = bytes.length < 126 ? [0x81, 0x80 | bytes.length] : [0x81, 0xfe, bytes.length >> 8, bytes.length & 0xff];
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), bytes]);
}

/** Passes on the text of every frame after the answer to the handshake. */
function readFrames(socket: Socket, onText: (text: string) => void): void {
  let waiting: Buffer = Buffer.alloc(0);
  let isUpgraded = false;
  socket.on('data', (bytes: Buffer) => {
    waiting = waiting.length === 0 ? bytes : Buffer.concat([waiting, bytes]);
    if (!isUpgraded) {
      const end = waiting.indexOf('\r\n\r\n');
      if (end < 0) return;
      isUpgraded = true;
      waiting = waiting.subarray(end + 4);
    }
    const { texts, rest } = wholeFrames(waiting);
    waiting = rest;
    for (const text of texts) onText(text);
  });
}

/** The texts of the complete frames at the start of `bytes`, and the remaining bytes. */
function wholeFrames(bytes: Buffer): { texts: string[]; rest: Buffer } {
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
