import { setTimeout as delay } from 'node:timers/promises';
import { type Ack, broadcasts, type Payload, type Reply, type RequestName } from '@terrace/protocol';
import { io, type Socket } from 'socket.io-client';

const ANSWER_TIMEOUT_MS = 5_000;

/** Delay before reconnecting after the server rejected or closed a connection. */
const REOPEN_MS = 500;

type Options = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly client: number;
  readonly signal: AbortSignal;
  readonly onConnect: () => void;
  readonly onDisconnect: () => void;
  readonly onBroadcast: (event: string, raw: unknown) => void;
  /** Called when the client has moved from a stopping server to another one. */
  readonly onMoved: () => void;
};

/**
 * A connection as pages have it. It reconnects until it is closed, and moves to another server when its own one stops.
 * The old socket stays in use until the new one has taken over.
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
    // Socket.IO does not reconnect by itself after the server rejected or closed a connection.
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

  /** Closes the old socket once the new one follows the same games and no request is in flight. */
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
