import { setTimeout as delay } from 'node:timers/promises';
import { type Ack, broadcasts, type Payload, type Reply, type RequestName } from '@terrace/protocol';
import { io, type Socket } from 'socket.io-client';

const ANSWER_TIMEOUT_MS = 5_000;

/** How long to wait after the server has refused or closed a connection, in ms. */
const REOPEN_MS = 500;

type Options = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What the proxy knows this client by. */
  readonly client: number;
  /** Ends it. */
  readonly signal: AbortSignal;
  readonly onConnect: () => void;
  /** Called when there is no connection left. */
  readonly onDisconnect: () => void;
  readonly onBroadcast: (event: string, raw: unknown) => void;
  /** Called when a connection to a server that stops has been given up for another one. */
  readonly onMoved: () => void;
};

/**
 * A connection as pages have it: it opens itself again until it is closed, and goes to another server when its own stops. The
 * old socket works until the new one has taken over.
 */
export function openConnection({ url, headers, client, signal, ...on }: Options) {
  const unanswered = new Map<Socket, Set<Promise<unknown>>>();
  let next: Socket | undefined;
  let socket = connect();

  function connect(): Socket {
    const made = io(`${url}?client=${client}`, {
      transports: ['websocket'],
      forceNew: true,
      auth: { eventsInAnswers: true },
      extraHeaders: { ...headers },
      timeout: 3_000,
      reconnectionDelay: 200,
      reconnectionDelayMax: 2_000,
    });
    unanswered.set(made, new Set());
    made.on('connect', () => takeOver(made));
    made.on('disconnect', () => disconnected(made));
    // What the server closes or refuses, Socket.IO does not open again by itself.
    made.on('connect_error', () => reopen(made));
    made.on('server:stopping', (raw: unknown) => void leave(made, raw));
    made.onAny((event: string, raw: unknown) => {
      if (made === socket) on.onBroadcast(event, raw);
    });
    return made;
  }

  function reopen(one: Socket): void {
    if (!one.active && unanswered.has(one)) setTimeout(() => !signal.aborted && one.connect(), REOPEN_MS);
  }

  function takeOver(made: Socket): void {
    const before = socket;
    socket = made;
    if (next === made) next = undefined;
    on.onConnect();
    if (before !== made) void closeAfterAnswers(before, made);
  }

  function disconnected(gone: Socket): void {
    const isCurrent = gone === socket;
    if (isCurrent && next === undefined) reopen(gone);
    else drop(gone);
    if (!isCurrent) return;
    socket = next ?? gone;
    next = undefined;
    on.onDisconnect();
  }

  async function leave(old: Socket, raw: unknown): Promise<void> {
    const { spreadMs } = broadcasts['server:stopping'].parse(raw);
    await delay(Math.random() * spreadMs);
    if (old === socket && old.connected && !signal.aborted) next ??= connect();
  }

  /** Closes a socket when the one that takes over follows all that is followed, and it is asked for nothing any more. */
  async function closeAfterAnswers(old: Socket, made: Socket): Promise<void> {
    await Promise.allSettled(unanswered.get(made) ?? []);
    await Promise.allSettled(unanswered.get(old) ?? []);
    drop(old);
    on.onMoved();
  }

  function drop(old: Socket): void {
    unanswered.delete(old);
    old.disconnect();
  }

  return {
    get isConnected(): boolean {
      return socket.connected;
    },

    /** Asks once. */
    async request<N extends RequestName>(name: N, payload: Payload<N>): Promise<Ack<Reply<N>> | 'lost'> {
      const by = socket;
      if (!by.connected) return 'lost';
      const sent: Promise<Ack<Reply<N>>> = by.timeout(ANSWER_TIMEOUT_MS).emitWithAck(name, payload);
      unanswered.get(by)?.add(sent);
      return sent.catch(() => 'lost' as const).finally(() => unanswered.get(by)?.delete(sent));
    },

    close(): void {
      for (const one of unanswered.keys()) drop(one);
    },
  };
}
