import type { Socket as Stream } from 'node:net';
import type { Server, Socket } from 'socket.io';
import { clientBlock, type TrustProxy } from '../admission/client-address.ts';
import { isSameOrigin } from '../http/origin.ts';

type Connection = Socket['conn'];

export type Handshake = {
  /** Undefined for pages of other sites too, although browsers send our cookies with their requests. */
  readonly cookie: string | undefined;
  /** Whether a page of another site connects, which needs a token. */
  readonly isForeign: boolean;
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
    const isForeign = !isSameOrigin(request.headers);
    const cookie = isForeign ? undefined : request.headers.cookie;
    const address = clientBlock(request, trustProxy);
    handshakes.set(conn, { cookie, isForeign, address, stream: request.socket });
    Object.assign(conn, { request: null });
  });
  return ({ conn }: Pick<Socket, 'conn'>): Handshake => {
    const handshake = handshakes.get(conn);
    if (handshake === undefined) throw new Error('the connection was opened before its handshake was read');
    return handshake;
  };
}
