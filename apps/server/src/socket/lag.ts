import type { Socket } from 'socket.io';

/** How often a connection is measured, more or less, so that a crowd is not measured at once; and how long an answer may take, in ms. */
const EVERY = 10_000;
const PATIENCE = 2_000;

/** Measurements remembered; the shortest of them counts, since whatever else takes time is not the wire. */
const REMEMBERED = 4;

const measured = new WeakMap<Socket, readonly number[]>();

/** What the wire to this client takes there and back, in ms, as far as we have measured; 0 before that. */
export const lagOf = (socket: Socket): number => Math.min(...(measured.get(socket) ?? [0]));

/** Measures a connection for as long as it lasts. What the client says of its own clock plays no part. */
export function measureLag(socket: Socket, now: () => number): void {
  const measure = () => {
    const sentAt = now();
    socket.timeout(PATIENCE).emit('time:ping', (lost: Error | null) => {
      if (lost !== null) return;
      measured.set(socket, [now() - sentAt, ...(measured.get(socket) ?? [])].slice(0, REMEMBERED));
    });
  };
  let timer: NodeJS.Timeout;
  const later = () => {
    timer = setTimeout(
      () => {
        measure();
        later();
      },
      EVERY * (0.5 + Math.random()),
    );
  };
  measure();
  later();
  socket.once('disconnect', () => clearTimeout(timer));
}
