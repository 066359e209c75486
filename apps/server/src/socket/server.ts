import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { ClientToServer, ServerToClient } from '@terrace/protocol';
import { type DefaultEventsMap, Server, type Socket } from 'socket.io';
import { Decoder, Encoder, type Packet, PacketType, protocol } from 'socket.io-parser';
import type { Actor } from '../accounts/actor.ts';
import { type Admission, COST } from '../admission/admission.ts';
import { clientBlock, type TrustProxy } from '../admission/client-address.ts';
import { createConnectionCounts } from '../admission/connections.ts';
import type { Containment } from '../runtime/containment.ts';
import { isNestedTooDeeply } from '../runtime/json-depth.ts';
import { containedWebSockets } from './contained-websockets.ts';
import { PING_EVERY_MS } from './lag.ts';
import { sendSingleFrames } from './single-frames.ts';

type SocketData = { actor?: Actor | null };

export type IoSocket = Socket<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>;
export type Io = Server<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>;

/** Longer messages close the connection. Ours have at most a few hundred bytes. */
const MAX_MESSAGE_BYTES = 32_000;

/** Enough for sixty people behind one address with several tabs each. */
const MAX_SOCKETS = 250;

type Dependencies = {
  readonly trustProxy: TrustProxy;
  readonly admission: Pick<Admission, 'charge'>;
  readonly accepting: AbortSignal;
  readonly containment: Containment;
};

/** Socket.IO over WebSocket only, with limited connections per client. */
export function createSocketServer(
  http: HttpServer,
  { trustProxy, admission, accepting, containment }: Dependencies,
): Io {
  const counts = createConnectionCounts(MAX_SOCKETS);

  function mayConnect(request: IncomingMessage): boolean {
    if (accepting.aborted) return false;
    const address = clientBlock(request, trustProxy);
    if (counts.isFull(address) || admission.charge(address, COST.handshake) !== undefined) return false;
    request.socket.once('close', counts.add(address));
    return true;
  }

  const io: Io = new Server(http, {
    transports: ['websocket'],
    destroyUpgrade: false, // the HTTP server answers upgrades of other paths
    parser,
    wsEngine: containedWebSockets(containment),
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    pingInterval: PING_EVERY_MS,
    serveClient: false,
    allowRequest: (request, decide) => containment.enter(request.socket, () => decide(null, mayConnect(request))),
  });
  sendSingleFrames(io);
  // Session ids are for other transports. Engine.IO would let their owner upgrade without `allowRequest`.
  io.engine.use(({ url = '' }: IncomingMessage, _: unknown, next: (error?: Error) => void) =>
    next(new URL(url, 'http://here').searchParams.has('sid') ? new Error('connections cannot be upgraded') : undefined),
  );
  return io;
}

/** Rejects packets that clients never send. Socket.IO closes a connection whose decoder throws. */
class StrictDecoder extends Decoder {
  constructor() {
    super();
    let hasConnected = false;
    // A second CONNECT before the first is answered would open a second socket. This listener runs before Socket.IO's own.
    this.on('decoded', ({ type }) => {
      if (type !== PacketType.CONNECT) return;
      if (hasConnected) throw new Error('only one CONNECT packet is allowed per connection');
      hasConnected = true;
    });
  }

  override add(packet: unknown): void {
    if (typeof packet === 'string') {
      const type = Number(packet.charAt(0));
      if (type === PacketType.BINARY_EVENT || type === PacketType.BINARY_ACK) throw new Error('no packet is binary');
      // The name of a namespace ends at the first comma. It may contain anything.
      const data = packet[1] === '/' ? packet.slice(packet.indexOf(',') + 1) : packet;
      if (isNestedTooDeeply(data)) throw new Error('the packet is nested too deeply');
    }
    super.add(packet);
  }
}

/** Our messages are JSON, so each packet is one text. Socket.IO's own encoder would search every packet for buffers. */
class JsonEncoder extends Encoder {
  override encode({ type, nsp, id, data }: Packet): string[] {
    const prefix = nsp === '/' ? `${type}` : `${type}${nsp},`;
    return [`${prefix}${id ?? ''}${data == null ? '' : JSON.stringify(data)}`];
  }
}

const parser = { protocol, PacketType, Encoder: JsonEncoder, Decoder: StrictDecoder };
