import type { Server, Socket } from 'socket.io';

/** Time between two pings of a connection, in ms: the transport's own, which also tell whether it is still there. */
export const PING_EVERY_MS = 15_000;

/** A round trip that took longer tells nothing of the network, in ms. */
const MAX_ROUND_TRIP_MS = 2_000;

/** Round trips remembered. The shortest counts: whatever makes others longer is not the network. */
const MAX_REMEMBERED = 4;

type Connection = Socket['conn'];

const roundTrips = new WeakMap<Connection, readonly number[]>();

/** Round trip time of a connection, in ms; 0 before the first is measured. */
export const lagOf = ({ conn }: Pick<Socket, 'conn'>): number => Math.min(...(roundTrips.get(conn) ?? [0]));

/**
 * Measures round trips of all connections for as long as they last, by our clock alone: from our first packet until a client's
 * first, which answers it, and from each ping to its pong.
 */
export function measureLag({ engine }: Pick<Server, 'engine'>, now: () => number): void {
  engine.on('connection', (conn: Connection) => {
    let sentAt = now();
    const recordRoundTrip = () => {
      const tookMs = now() - sentAt;
      if (tookMs > MAX_ROUND_TRIP_MS) return;
      roundTrips.set(conn, [tookMs, ...(roundTrips.get(conn) ?? [])].slice(0, MAX_REMEMBERED));
    };
    conn.once('packet', recordRoundTrip);
    conn.on('packetCreate', ({ type }: { type: string }) => {
      if (type === 'ping') sentAt = now();
    });
    conn.on('heartbeat', recordRoundTrip);
  });
}
