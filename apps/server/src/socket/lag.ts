import type { Server, Socket } from 'socket.io';

/** The interval of the transport's heartbeat. */
export const PING_EVERY_MS = 15_000;

/** Longer round trips are ignored as they say nothing about the network. */
const MAX_ROUND_TRIP_MS = 2_000;

/** The shortest of these counts, because longer ones include other delays. */
const MAX_REMEMBERED = 4;

type Connection = Socket['conn'];

const roundTrips = new WeakMap<Connection, readonly number[]>();

/** The connection's round trip time in ms; 0 until it is measured. */
export const lagOf = ({ conn }: Pick<Socket, 'conn'>): number => Math.min(...(roundTrips.get(conn) ?? [0]));

/** Measures round trips with the server's clock: from its first packet to the client's first, and from ping to pong. */
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
