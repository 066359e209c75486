import type { Socket as Stream } from 'node:net';
import type { Socket } from 'socket.io';
import type { Contain } from '../runtime/containment.ts';

/** Bytes that may be buffered for one connection before it is closed. */
const MAX_WAITING_BYTES = 8_000_000;

/** Bytes that may be buffered before the connection's next request is answered. */
const MAX_UNREAD_BYTES = 256_000;

/** How long a connection may read nothing of its buffer before it is closed. */
const MAX_STALL_MS = 30_000;
const CHECK_EVERY_MS = 2_000;

type SendBuffer = {
  /** Destroyed to close the connection at once; a graceful close would wait behind the buffer. */
  readonly stream: Stream;
  /** Bytes that Engine.IO has not yet passed on. */
  queued: number;
  /** Bytes passed to the operating system but not yet accepted. */
  sending: number;
  /** Monotonic time in ms of the last progress; undefined if the buffer is empty. */
  stalledSince: number | undefined;
  readonly onDrained: Set<() => void>;
};

type Options = {
  readonly contain: Contain;
  readonly now?: () => number;
  readonly checkEveryMs?: number;
};

export type SendBuffers = ReturnType<typeof createSendBuffers>;

/** Closes slow readers: a client that only sends requests would fill the server's memory with replies. */
export function createSendBuffers({ contain, now = () => performance.now(), checkEveryMs = CHECK_EVERY_MS }: Options) {
  const buffers = new Map<Socket, SendBuffer>();

  function disconnectStalled(): void {
    for (const { stalledSince, stream } of buffers.values()) {
      const isStalled = stalledSince !== undefined && now() - stalledSince > MAX_STALL_MS;
      // `writableLength` also counts pongs of `ws`, which emit no Engine.IO event.
      if (isStalled || stream.writableLength > MAX_WAITING_BYTES) stream.destroy();
    }
  }

  // After its own stall, the server first processes what clients have read in the meantime.
  const timer = setInterval(() => setImmediate(disconnectStalled), checkEveryMs).unref();

  return {
    measure(socket: Socket, stream: Stream): void {
      const { conn } = socket;
      const buffer: SendBuffer = { stream, queued: 0, sending: 0, stalledSince: undefined, onDrained: new Set() };
      buffers.set(socket, buffer);
      const release = () => {
        if (buffer.onDrained.size === 0) return;
        for (const resolve of buffer.onDrained) resolve();
        buffer.onDrained.clear();
      };
      const onPacketCreate = ({ data }: { data?: unknown }) => {
        buffer.queued += bytesOf(data);
        buffer.stalledSince ??= now();
        if (pendingBytesIn(buffer) > MAX_WAITING_BYTES) stream.destroy();
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

    pendingBytes: (socket: Socket): number => pendingBytesIn(buffers.get(socket)),

    /** Resolves when the connection may be sent more or is closed. */
    async untilReadable(socket: Socket): Promise<void> {
      const buffer = buffers.get(socket);
      if (buffer === undefined || pendingBytesIn(buffer) <= MAX_UNREAD_BYTES) return;
      await new Promise<void>((resolve) => buffer.onDrained.add(resolve));
    },

    close: (): void => clearInterval(timer),
  };
}

const pendingBytesIn = (buffer: SendBuffer | undefined): number =>
  buffer === undefined ? 0 : buffer.queued + buffer.sending;

const bytesOf = (data: unknown): number => (typeof data === 'string' || data instanceof Uint8Array ? data.length : 0);
