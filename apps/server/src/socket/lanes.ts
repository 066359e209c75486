import type { RequestName } from '@terrace/protocol';
import type { Socket } from 'socket.io';

/**
 * Requests of one lane are answered one after another on a connection: those that change what it follows must not
 * overtake each other, and of each question only one is asked of the database at a time.
 */
const LANES: Readonly<Partial<Record<RequestName, string>>> = {
  'game:watch': 'game',
  'game:unwatch': 'game',
  'chat:join': 'game',
  'chat:leave': 'game',
  'lobby:watch': 'lobby',
  'lobby:unwatch': 'lobby',
  'lobby:more': 'lobby',
  'featured:watch': 'lobby',
  'invitations:list': 'lists',
  'online:list': 'lists',
  'queue:get': 'lists',
  'pairing:join': 'pairing',
  'pairing:resume': 'pairing',
  'pairing:accept': 'pairing',
  'pairing:leave': 'pairing',
};

/** Requests of one connection that may wait for their answers at a time. */
const MAX_OUTSTANDING = 200;

type Outstanding = { count: number; readonly lanes: Map<string, Promise<unknown>> };

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

  function runInLane<T>(socket: Socket, lanes: Outstanding['lanes'], lane: string, job: () => Promise<T>) {
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
     * Runs `job` after all earlier requests of its lane, or at once when it is in none. Resolves to undefined when the
     * connection is closed by then: nobody reads the answer, and who has gone must not join anything any more.
     */
    async run<T>(socket: Socket, name: RequestName, job: () => Promise<T>): Promise<T | undefined> {
      const outstanding = outstandingOf(socket);
      outstanding.count += 1;
      try {
        const lane = LANES[name];
        return await (lane === undefined ? job() : runInLane(socket, outstanding.lanes, lane, job));
      } finally {
        outstanding.count -= 1;
      }
    },
  };
}
