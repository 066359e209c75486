import type { Socket as Stream } from 'node:net';
import type { Server, Socket } from 'socket.io';
import { clientBlock, type TrustProxy } from '../admission/client-address.ts';

type Connection = Socket['conn'];

/** What the server needs of the HTTP request that opened a connection. */
export type Handshake = {
  readonly cookie: string | undefined;
  /** What limits count the client by. */
  readonly address: string;
  readonly stream: Stream;
};

/**
 * Reads the handshake of every connection when it opens, and releases the request, which would otherwise stay in memory
 * for as long as the connection (https://socket.io/docs/v4/performance-tuning/). From then on `request` is null and
 * `handshake.headers` empty.
 *
 * @returns the handshake of a connection
 */
export function readHandshakes({ engine }: Pick<Server, 'engine'>, trustProxy: TrustProxy) {
  const handshakes = new WeakMap<Connection, Handshake>();
  engine.on('connection', (conn: Connection) => {
    const { request } = conn;
    const { cookie } = request.headers;
    handshakes.set(conn, { cookie, address: clientBlock(request, trustProxy), stream: request.socket });
    Object.assign(conn, { request: null });
  });
  return ({ conn }: Pick<Socket, 'conn'>): Handshake => {
    const handshake = handshakes.get(conn);
    if (handshake === undefined) throw new Error('the connection was opened before its handshake was read');
    return handshake;
  };
}
