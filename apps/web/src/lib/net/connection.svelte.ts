import {
  type Ack,
  type Broadcast,
  type BroadcastName,
  broadcasts,
  type Payload,
  Refusal,
  type Reply,
  type RequestName,
  requests,
} from '@terrace/protocol';
import { io, type Socket } from 'socket.io-client';
import { deviceNow, ServerClock } from './server-clock.ts';

/** `away`: it has been gone long enough to say so more plainly. */
export type Status = 'connecting' | 'connected' | 'away';

/** The server's answer, or `lost` when none came: whoever asked decides whether to ask again. */
export type Heard<N extends RequestName> = Ack<Reply<N>> | 'lost';

const ANSWER_MS = 8000;
/** An attempt to connect that says nothing for so long is given up for the next; networks that swallow it are common. */
const CONNECT_MS = 5000;
const ASK_AGAIN_MS = 300;
const AWAY_AFTER_MS = 6000;
const REFUSED_RETRY_MS = 2000;
const CLOCK_SAMPLES = 4;

/** The one connection of a page. It opens when asked to and comes back by itself. */
export class Connection {
  readonly clock = new ServerClock();
  #status = $state<Status>('connecting');
  #socket: Socket | undefined;
  #awayTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #greeters = new Set<() => void>();

  get status(): Status {
    return this.#status;
  }

  /** Opens the connection; only the first call does anything. */
  open(): void {
    this.#socket ??= this.#connect();
  }

  async request<N extends RequestName>(name: N, payload: Payload<N>): Promise<Heard<N>> {
    const socket = this.#socket;
    if (socket === undefined || !socket.connected) return 'lost';
    return new Promise((resolve) => {
      socket
        .timeout(ANSWER_MS)
        .emit(name, requests[name].payload.parse(payload), (lost: Error | null, raw: unknown) => {
          resolve(lost === null ? readAck(name, raw) : 'lost');
        });
    });
  }

  /** Asks until there is an answer. Only for what may be asked twice: the server tells repeats by their command id. */
  async insist<N extends RequestName>(name: N, payload: Payload<N>): Promise<Ack<Reply<N>>> {
    this.open();
    for (;;) {
      const heard = await this.request(name, payload);
      if (heard !== 'lost') return heard;
      await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
    }
  }

  /** Hears a broadcast until the returned function is called. A message that does not parse is dropped. */
  on<N extends BroadcastName>(name: N, hear: (message: Broadcast<N>) => void): () => void {
    this.open();
    const receive = (raw: unknown) => {
      const message = broadcasts[name].safeParse(raw);
      // biome-ignore lint/suspicious/noConsole: a message of another version is a fault worth a trace, not a crash
      if (!message.success) console.error(`unreadable ${name}`, message.error);
      else hear(message.data as Broadcast<N>);
    };
    const event: string = name;
    this.#socket?.on(event, receive);
    return () => this.#socket?.off(event, receive);
  }

  /** Calls `greet` now if connected, and after every connect from now on, until the returned function is called. */
  onConnect(greet: () => void): () => void {
    this.open();
    this.#greeters.add(greet);
    if (this.#status === 'connected') greet();
    return () => this.#greeters.delete(greet);
  }

  #connect(): Socket {
    const socket = io({
      transports: ['websocket'],
      timeout: CONNECT_MS,
      reconnectionDelay: 200,
      reconnectionDelayMax: 2000,
      randomizationFactor: 0.5,
    });
    socket.on('connect', () => {
      clearTimeout(this.#awayTimer);
      this.#status = 'connected';
      void this.#setClock();
      for (const greet of this.#greeters) greet();
    });
    socket.on('time:ping', (ack: () => void) => ack());
    socket.on('disconnect', () => {
      this.#status = 'connecting';
      this.#awayTimer = setTimeout(() => {
        this.#status = 'away';
      }, AWAY_AFTER_MS);
      this.#insist(socket);
    });
    socket.on('connect_error', () => this.#insist(socket));
    return socket;
  }

  /** A server that hangs up or refuses is not asked again by the library, so we ask. */
  #insist(socket: Socket): void {
    if (!socket.active) setTimeout(() => socket.connect(), REFUSED_RETRY_MS * (0.5 + Math.random()));
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

function readAck<N extends RequestName>(name: N, raw: unknown): Ack<Reply<N>> {
  if (typeof raw === 'object' && raw !== null && 'ok' in raw) {
    if (raw.ok === true && 'value' in raw) {
      const value = requests[name].reply.safeParse(raw.value);
      if (value.success) return { ok: true, value: value.data as Reply<N> };
    } else if ('refusal' in raw) {
      const refusal = Refusal.safeParse(raw.refusal);
      if (refusal.success) return { ok: false, refusal: refusal.data };
    }
  }
  return { ok: false, refusal: { code: 'malformed', problem: `an answer to ${name} that this page cannot read` } };
}
