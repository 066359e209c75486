import type { Socket as Stream } from 'node:net';
import type { Socket } from 'socket.io';
import type { Contain } from './containment.ts';

/** Bytes that may wait for one connection to read them; with more it is hung up. */
const MAX_WAITING_BYTES = 8_000_000;

/** Bytes that may wait before the next question of a connection is answered. */
const MAX_UNREAD_BYTES = 256_000;

/** How long a connection may take none of what waits for it, in ms, before it is hung up. */
const MAX_STALL_MS = 30_000;
const CHECK_EVERY_MS = 2_000;

type SendBuffer = {
  /** Destroyed to hang up at once, and with all that waits: a friendly close would wait for its turn behind it. */
  readonly stream: Stream;
  /** Bytes that wait behind those on their way. */
  queued: number;
  /** Bytes handed to the operating system, which has not taken all of them yet. */
  sending: number;
  /** When the connection last took something, by the monotonic clock in ms; undefined when nothing waits. */
  stalledSince: number | undefined;
  readonly onDrained: Set<() => void>;
};

type Options = {
  readonly contain: Contain;
  /** The monotonic clock, in ms. */
  readonly now?: () => number;
  readonly checkEveryMs?: number;
};

export type SendBuffers = ReturnType<typeof createSendBuffers>;

/**
 * Measures what waits to be read in each connection, and hangs up whoever reads too slowly: a client that only asks would
 * otherwise fill the server's memory with its answers.
 */
export function createSendBuffers({ contain, now = () => performance.now(), checkEveryMs = CHECK_EVERY_MS }: Options) {
  const buffers = new Map<Socket, SendBuffer>();

  function disconnectStalled(): void {
    for (const { stalledSince, stream } of buffers.values()) {
      const isStalled = stalledSince !== undefined && now() - stalledSince > MAX_STALL_MS;
      // `writableLength` also counts the answers of `ws` to pings, which no event of Engine.IO shows.
      if (isStalled || stream.writableLength > MAX_WAITING_BYTES) stream.destroy();
    }
  }

  // A server that stood still itself must hear first what was read meanwhile.
  const timer = setInterval(() => setImmediate(disconnectStalled), checkEveryMs).unref();

  return {
    /** Measures a connection, which `stream` carries, from now until it is closed. */
    measure(socket: Socket, stream: Stream): void {
      const { conn } = socket;
      const buffer: SendBuffer = { stream, queued: 0, sending: 0, stalledSince: undefined, onDrained: new Set() };
      buffers.set(socket, buffer);
      const release = () => {
        for (const resolve of buffer.onDrained) resolve();
        buffer.onDrained.clear();
      };
      const onPacketCreate = ({ data }: { data?: unknown }) => {
        buffer.queued += bytesOf(data);
        buffer.stalledSince ??= now();
        if (waitingIn(buffer) > MAX_WAITING_BYTES) stream.destroy();
      };
      const onFlush = () => {
        buffer.sending = buffer.queued;
        buffer.queued = 0;
      };
      const onDrain = () => {
        buffer.sending = 0;
        buffer.stalledSince = buffer.queued > 0 ? now() : undefined;
        if (buffer.queued <= MAX_UNREAD_BYTES) release();
      };
      const onDisconnect = () => {
        buffers.delete(socket);
        release();
      };
      conn.on('packetCreate', (packet) => contain(stream, () => onPacketCreate(packet)));
      conn.on('flush', () => contain(stream, onFlush));
      conn.transport.on('drain', () => contain(stream, onDrain));
      socket.once('disconnect', () => contain(stream, onDisconnect));
    },

    waiting: (socket: Socket): number => waitingIn(buffers.get(socket)),

    /** Resolves when the connection has read enough to be sent more, or is closed. */
    async untilReadable(socket: Socket): Promise<void> {
      const buffer = buffers.get(socket);
      if (buffer === undefined || waitingIn(buffer) <= MAX_UNREAD_BYTES) return;
      await new Promise<void>((resolve) => buffer.onDrained.add(resolve));
    },

    close: (): void => clearInterval(timer),
  };
}

const waitingIn = (buffer: SendBuffer | undefined): number =>
  buffer === undefined ? 0 : buffer.queued + buffer.sending;

const bytesOf = (data: unknown): number => (typeof data === 'string' || data instanceof Uint8Array ? data.length : 0);
