import type { Socket } from 'socket.io';
import type { SocketRequest } from './request.ts';

type Lane = SocketRequest<never>['lane'];

/** Requests of one connection that may wait for their answers at a time. */
const MAX_OUTSTANDING = 200;

type Outstanding = { count: number; readonly lanes: Map<Lane, Promise<unknown>> };

type Services = {
  /** Resolves when a connection has read enough to be answered again. */
  readonly readable: (socket: Socket) => Promise<void>;
};

/** Runs the requests of connections, each lane's in the order they came and not before its answers are read. */
export function createLanes({ readable }: Services) {
  const connections = new WeakMap<Socket, Outstanding>();

  function outstandingOf(socket: Socket): Outstanding {
    const known = connections.get(socket);
    if (known !== undefined) return known;
    const first = { count: 0, lanes: new Map() };
    connections.set(socket, first);
    return first;
  }

  function runInLane<T>(socket: Socket, lanes: Outstanding['lanes'], lane: Lane, job: () => Promise<T>) {
    const before = lanes.get(lane) ?? Promise.resolve();
    const done = before.then(() => readable(socket)).then(() => (socket.connected ? job() : undefined));
    lanes.set(
      lane,
      done.catch(() => undefined),
    );
    return done;
  }

  return {
    /** Whether a connection has as many requests waiting as it may. */
    isFull: (socket: Socket): boolean => (connections.get(socket)?.count ?? 0) >= MAX_OUTSTANDING,

    /**
     * Runs `job` after all earlier requests of its lane, or at once without a lane. Resolves to undefined when the
     * connection is closed by then: nobody reads the answer, and who has gone must not join anything any more.
     */
    async run<T>(socket: Socket, lane: Lane, job: () => Promise<T>): Promise<T | undefined> {
      const outstanding = outstandingOf(socket);
      outstanding.count += 1;
      try {
        return await (lane === null ? job() : runInLane(socket, outstanding.lanes, lane, job));
      } finally {
        outstanding.count -= 1;
      }
    },
  };
}
