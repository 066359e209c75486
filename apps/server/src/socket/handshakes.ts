import type { Socket as Stream } from 'node:net';
import type { Server, Socket } from 'socket.io';
import { clientBlock, type TrustProxy } from '../admission/client-address.ts';

type Connection = Socket['conn'];

export type Handshake = {
  readonly cookie: string | undefined;
  /** The client's address block. */
  readonly address: string;
  readonly stream: Stream;
};

/**
 * Releases the HTTP request of each connection to save memory; `request` is null afterwards
 * (https://socket.io/docs/v4/performance-tuning/).
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
