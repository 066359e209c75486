import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ServerOptions, WebSocket, WebSocketServer } from 'ws';
import type { Containment } from './containment.ts';

/** Engine.IO's `wsEngine`: a WebSocket server whose listeners, and all that they call, are contained. */
export function containedWebSockets({ enter }: Pick<Containment, 'enter'>) {
  const streams = new WeakMap<WebSocket, Duplex>();

  class ContainedWebSocket extends WebSocket {
    override emit(event: string | symbol, ...args: unknown[]): boolean {
      const stream = streams.get(this);
      if (stream === undefined) return super.emit(event, ...args); // before its upgrade is complete
      let hasListeners = true;
      enter(stream, () => {
        hasListeners = super.emit(event, ...args);
      });
      return hasListeners;
    }
  }

  return class extends WebSocketServer<typeof ContainedWebSocket> {
    constructor(options: ServerOptions<typeof ContainedWebSocket>) {
      super({ ...options, WebSocket: ContainedWebSocket });
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
