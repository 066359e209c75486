import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ServerOptions, WebSocket, WebSocketServer } from 'ws';
import type { Containment } from '../runtime/containment.ts';

/** Bounds pings, pongs and other frames. Connections with too many requests are closed long before this limit. */
const MAX_FRAMES = 2_500;
const WITHIN_MS = 10_000;

/** Bounds fragments of one message, which `ws` counts as one event. Our clients send none. */
const MAX_FRAGMENTS = 64;
const FRAME_EVENTS: ReadonlySet<string | symbol> = new Set(['message', 'ping', 'pong']);

/** Engine.IO's `wsEngine`, with contained listeners. Closes connections with too many frames. */
export function containedWebSockets({ enter }: Pick<Containment, 'enter'>) {
  const streams = new WeakMap<WebSocket, Duplex>();

  class ContainedWebSocket extends WebSocket {
    #frames = 0;
    #countedSince = 0;

    #isFlooding(): boolean {
      const now = performance.now();
      if (now - this.#countedSince > WITHIN_MS) {
        this.#countedSince = now;
        this.#frames = 0;
      }
      this.#frames += 1;
      return this.#frames > MAX_FRAMES;
    }

    override emit(event: string | symbol, ...args: unknown[]): boolean {
      const stream = streams.get(this);
      if (stream === undefined) return super.emit(event, ...args); // the upgrade is not complete
      if (FRAME_EVENTS.has(event) && this.#isFlooding()) {
        stream.destroy();
        return true;
      }
      let hasListeners = true;
      enter(stream, () => {
        hasListeners = super.emit(event, ...args);
      });
      return hasListeners;
    }
  }

  return class extends WebSocketServer<typeof ContainedWebSocket> {
    constructor(options: ServerOptions<typeof ContainedWebSocket>) {
      super({ ...options, maxFragments: MAX_FRAGMENTS, WebSocket: ContainedWebSocket });
    }

    override handleUpgrade(
      request: IncomingMessage,
      stream: Duplex,
      head: Buffer,
      callback: (socket: ContainedWebSocket, request: IncomingMessage) => void,
    ): void {
      super.handleUpgrade(request, stream, head, (socket: ContainedWebSocket) => {
        streams.set(socket, stream);
        callback(socket, request);
      });
    }
  };
}
