import { loadRefusals } from '@terrace/messages';
import {
  type Ack,
  type Broadcast,
  type BroadcastName,
  broadcasts,
  type Refusal,
  type Reply,
  type RequestInput,
  type RequestName,
  requests,
} from '@terrace/protocol';
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import { readRefusal } from './read-refusal.ts';
import { deviceNow, ServerClock } from './server-clock.ts';
import { retryDelayMs, runAfter } from './timing.ts';

/** `away`: disconnected long enough for a more prominent message. */
export type Status = 'connecting' | 'connected' | 'away';

/** The server's answer, or `lost` after a timeout or disconnect; the caller decides whether to retry. */
export type RequestResult<N extends RequestName> = Ack<Reply<N>> | 'lost';

const ANSWER_TIMEOUT_MS = 8000;
/** Some networks drop connection attempts without an error. */
const CONNECT_TIMEOUT_MS = 5000;
const AWAY_AFTER_MS = 6000;
/** Mean delay before reconnecting after the server rejected or closed the connection. */
const RECONNECT_MS = 2000;
const CLOCK_SAMPLES = 4;
/** A sleep too short for a disconnect is noticed within this time after it. */
const SLEEP_CHECK_MS = 2000;

type Receive = (raw: unknown) => void;
type OpenSocket = (options: Partial<ManagerOptions & SocketOptions>) => Socket;

/** A page's only connection. When its server is stopping, it moves to another one without interruption. */
export class Connection {
  readonly clock = new ServerClock();
  #status = $state<Status>('connecting');
  #socket: Socket | undefined;
  #next: Socket | undefined;
  #cancelAway: (() => void) | undefined;
  readonly #lifetime = new AbortController();
  readonly #connectListeners = new Set<() => void>();
  readonly #broadcastListeners = new Map<string, Set<Receive>>();
  readonly #unanswered = new Map<Socket, Set<Promise<unknown>>>();

  readonly #onUnreadable: () => void;
  readonly #openSocket: OpenSocket;

  /** @param onUnreadable called when page and server cannot read each other's message, as after an update of the server */
  constructor(onUnreadable: () => void = () => undefined, openSocket: OpenSocket = io) {
    this.#onUnreadable = onUnreadable;
    this.#openSocket = openSocket;
  }

  get status(): Status {
    return this.#status;
  }

  open(): void {
    if (this.#socket !== undefined) return;
    this.#socket = this.#connect();
    this.#watchForSleep();
  }

  close(): void {
    this.#lifetime.abort();
    this.#socket?.disconnect();
    this.#next?.disconnect();
  }

  async request<N extends RequestName>(name: N, payload: RequestInput<N>): Promise<RequestResult<N>> {
    const socket = this.#socket;
    if (socket === undefined || !socket.connected) return 'lost';
    const sent = socket.timeout(ANSWER_TIMEOUT_MS).emitWithAck(name, requests[name].payload.parse(payload));
    const unanswered = this.#unanswered.get(socket);
    unanswered?.add(sent);
    return sent
      .then((raw: unknown) => readAck(name, raw))
      .then((answer) => {
        if (!answer.ok && isOfOtherVersion(answer.refusal)) this.#onUnreadable();
        return answer;
      })
      .catch(() => 'lost' as const)
      .finally(() => unanswered?.delete(sent));
  }

  /** For idempotent requests: also repeats after reconnects. @returns `lost` at once when `signal` is aborted */
  requestUntilAnswered<N extends RequestName>(
    name: N,
    payload: RequestInput<N>,
    signal: AbortSignal,
  ): Promise<RequestResult<N>> {
    this.open();
    return new Promise((resolve, reject) => {
      const onabort = () => resolve('lost');
      if (signal.aborted) onabort();
      signal.addEventListener('abort', onabort, { once: true });
      this.#repeat(name, payload, signal)
        .then(resolve, reject)
        .finally(() => signal.removeEventListener('abort', onabort));
    });
  }

  async #repeat<N extends RequestName>(
    name: N,
    payload: RequestInput<N>,
    signal: AbortSignal,
  ): Promise<RequestResult<N>> {
    for (let attempt = 0; !signal.aborted; attempt++) {
      const result = await this.request(name, payload);
      if (result !== 'lost') return result;
      await this.#nextTry(retryDelayMs(undefined, attempt) ?? 0, signal);
    }
    return 'lost';
  }

  /** Until the signal is aborted. @param onunreadable called for invalid messages */
  on<N extends BroadcastName>(
    name: N,
    listener: (message: Broadcast<N>) => void,
    signal: AbortSignal,
    onunreadable: () => void = () => undefined,
  ): void {
    if (signal.aborted) return;
    this.open();
    const receive = (raw: unknown) => {
      const message = broadcasts[name].safeParse(raw);
      if (message.success) {
        listener(message.data as Broadcast<N>);
        return;
      }
      // biome-ignore lint/suspicious/noConsole: messages of other versions are logged and skipped
      console.error(`unreadable ${name}`, message.error);
      this.#onUnreadable();
      onunreadable();
    };
    const listeners = this.#broadcastListeners.get(name) ?? new Set();
    this.#broadcastListeners.set(name, listeners.add(receive));
    signal.addEventListener('abort', () => listeners.delete(receive), { once: true });
  }

  /** Calls `listener` on every connect until the signal is aborted, and immediately if already connected. */
  onConnect(listener: () => void, signal: AbortSignal): void {
    if (signal.aborted) return;
    this.open();
    this.#connectListeners.add(listener);
    signal.addEventListener('abort', () => this.#connectListeners.delete(listener), { once: true });
    if (this.#status === 'connected') listener();
  }

  #connect(): Socket {
    const socket = this.#openSocket({
      transports: ['websocket'],
      auth: { eventsInAnswers: true },
      forceNew: true,
      timeout: CONNECT_TIMEOUT_MS,
      reconnectionDelay: 200,
      reconnectionDelayMax: 2000,
      randomizationFactor: 0.5,
    });
    this.#unanswered.set(socket, new Set());
    socket.on('connect', () => this.#connected(socket));
    socket.on('server:stopping', (raw: unknown) => this.#leave(socket, raw));
    socket.onAny((event: string, raw: unknown) => {
      if (socket !== this.#socket) return;
      for (const receive of this.#broadcastListeners.get(event) ?? []) receive(raw);
    });
    socket.on('disconnect', () => this.#disconnected(socket));
    socket.on('connect_error', () => this.#reconnect(socket));
    return socket;
  }

  #connected(socket: Socket): void {
    const before = this.#socket;
    this.#socket = socket;
    this.#next = undefined;
    this.#cancelAway?.();
    this.#status = 'connected';
    void this.#setClock();
    for (const listener of this.#connectListeners) listener();
    if (before !== undefined && before !== socket) void this.#closeAfterAnswers(before, socket);
  }

  #disconnected(socket: Socket): void {
    const isCurrent = socket === this.#socket;
    if (isCurrent && this.#next === undefined) this.#reconnect(socket);
    else this.#drop(socket);
    if (!isCurrent) return;
    this.#socket = this.#next ?? socket;
    this.#next = undefined;
    this.#status = 'connecting';
    this.#cancelAway = runAfter(AWAY_AFTER_MS, this.#lifetime.signal, () => {
      this.#status = 'away';
    });
  }

  #leave(socket: Socket, raw: unknown): void {
    const message = broadcasts['server:stopping'].safeParse(raw);
    runAfter(Math.random() * (message.data?.spreadMs ?? 0), this.#lifetime.signal, () => {
      if (socket === this.#socket && socket.connected) this.#next ??= this.#connect();
    });
  }

  /** Closes the old socket once the new one has its subscriptions and the old one's requests are answered. */
  async #closeAfterAnswers(socket: Socket, next: Socket): Promise<void> {
    await Promise.allSettled(this.#unanswered.get(next) ?? []);
    await Promise.allSettled(this.#unanswered.get(socket) ?? []);
    this.#drop(socket);
  }

  #drop(socket: Socket): void {
    this.#unanswered.delete(socket);
    socket.disconnect();
  }

  /** Socket.IO does not reconnect after the server rejects or closes a connection. */
  #reconnect(socket: Socket): void {
    if (!socket.active && this.#unanswered.has(socket))
      runAfter(RECONNECT_MS * (0.5 + Math.random()), this.#lifetime.signal, () => socket.connect());
  }

  /** Resolves after `ms`; when disconnected, on the next connect; and immediately when the signal is aborted. */
  #nextTry(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal.aborted) {
        resolve();
        return;
      }
      const waiting = new AbortController();
      const end = () => {
        waiting.abort();
        resolve();
      };
      signal.addEventListener('abort', end, { signal: waiting.signal });
      if (this.#status === 'connected') runAfter(ms, waiting.signal, end);
      else this.onConnect(end, waiting.signal);
    });
  }

  #watchForSleep(): void {
    runAfter(SLEEP_CHECK_MS, this.#lifetime.signal, () => {
      if (this.#status === 'connected' && this.clock.mayHaveSlept()) void this.#setClock();
      this.#watchForSleep();
    });
  }

  async #setClock(): Promise<void> {
    this.clock.restart();
    for (let n = 0; n < CLOCK_SAMPLES; n++) {
      const sentAt = deviceNow();
      const answer = await this.request('time:now', {});
      if (answer === 'lost' || !answer.ok) return;
      this.clock.add({ sentAt, serverNow: answer.value.now, receivedAt: deviceNow() });
    }
  }
}

/** Whether server and page do not understand each other. Pages send only requests that their own version can read. */
const isOfOtherVersion = ({ code }: Refusal): boolean => code === 'malformed' || code === 'unknown-event';

/** @throws if the scripts of the first refusal cannot be loaded */
async function readAck<N extends RequestName>(name: N, raw: unknown): Promise<Ack<Reply<N>>> {
  if (typeof raw === 'object' && raw !== null && 'ok' in raw) {
    if (raw.ok === true && 'value' in raw) {
      const value = requests[name].reply.safeParse(raw.value);
      if (value.success) return { ok: true, value: value.data as Reply<N> };
    } else if ('refusal' in raw) {
      const refusal = await readRefusal(raw.refusal);
      if (refusal !== undefined) return { ok: false, refusal };
    }
  }
  await loadRefusals();
  return { ok: false, refusal: { code: 'malformed', problem: `unreadable answer to ${name}` } };
}
