import type { Socket } from 'socket.io';

/** Average time between two pings of a connection, in ms; each is randomly earlier or later, to spread the load. */
const PING_EVERY_MS = 10_000;

/** How long a pong may take, in ms. */
const PONG_TIMEOUT_MS = 2_000;

/** Round trips remembered. The shortest counts: whatever makes others longer is not the network. */
const MAX_REMEMBERED = 4;

const roundTrips = new WeakMap<Socket, readonly number[]>();

/** Round trip time of a connection, in ms; 0 before the first is measured. */
export const lagOf = (socket: Socket): number => Math.min(...(roundTrips.get(socket) ?? [0]));

/** Measures round trips for as long as the connection lasts, by our clock alone. */
export function measureLag(socket: Socket, now: () => number): void {
  const measure = () => {
    const sentAt = now();
    socket.timeout(PONG_TIMEOUT_MS).emit('time:ping', (lost: Error | null) => {
      if (lost !== null) return;
      roundTrips.set(socket, [now() - sentAt, ...(roundTrips.get(socket) ?? [])].slice(0, MAX_REMEMBERED));
    });
  };
  let timer: NodeJS.Timeout;
  const measureLater = () => {
    timer = setTimeout(
      () => {
        measure();
        measureLater();
      },
      PING_EVERY_MS * (0.5 + Math.random()),
    );
  };
  measure();
  measureLater();
  socket.once('disconnect', () => clearTimeout(timer));
}
