import type { Broadcast, BroadcastName, Payload, Refusal, Reply, RequestName } from '@terrace/protocol';
import type { Connection } from './connection.svelte.ts';
import { later, retryDelayMs } from './timing.ts';

/** What a subscription needs of the connection. */
export type SubscriptionConnection = Pick<Connection, 'request' | 'on' | 'onConnect' | 'status'>;

/** What became of a message: `gap` when something before it is missing, so that the server must be asked. */
export type Applied = 'gap' | undefined;

/** How one kind of live data is asked for. */
export type Source<N extends RequestName> = {
  /** The request that answers with the state, or with what came after what is known, and joins the room. */
  readonly request: N;
  /** Its payload, from what is known now; undefined while there is nothing to ask for. */
  payload(): Payload<N> | undefined;
  apply(reply: Reply<N>): Applied;
  /** Told of a refusal that another try would not change. */
  refused?(refusal: Refusal): void;
  /** Leaves the room; called once, when the signal is aborted. */
  leave?(): void;
};

/**
 * Live data that survives lost messages and connections: asks at every connect and whenever there is a gap, one request
 * at a time, and again with a growing delay while none is answered. Ends, with all its timers, when `signal` is aborted.
 */
export class Subscription<N extends RequestName> {
  readonly #connection: SubscriptionConnection;
  readonly #source: Source<N>;
  readonly #signal: AbortSignal;
  /** Counts requests: only the latest one's answer is used. */
  #latest = 0;
  #asking = false;
  #failures = 0;
  /** Cancels the retry that is due, if one is. */
  #cancelRetry: (() => void) | undefined;
  /** Broadcasts that came before the answer which they continue. */
  #early: (() => Applied)[] = [];

  constructor(connection: SubscriptionConnection, source: Source<N>, signal: AbortSignal) {
    this.#connection = connection;
    this.#source = source;
    this.#signal = signal;
    connection.onConnect(() => this.refresh(), signal);
    if (source.leave) signal.addEventListener('abort', () => source.leave?.(), { once: true });
  }

  /** Applies every broadcast of this name. One that cannot be read is a gap: the server is asked for what it said. */
  on<B extends BroadcastName>(name: B, apply: (message: Broadcast<B>) => Applied): this {
    const unreadable = () => this.receive(() => 'gap');
    this.#connection.on(name, (message) => this.receive(() => apply(message)), this.#signal, unreadable);
    return this;
  }

  /** Applies a message, whether a broadcast or an answer brought it. */
  receive(apply: () => Applied): void {
    if (apply() === undefined) return;
    if (this.#asking) this.#early.push(apply);
    else if (this.#cancelRetry === undefined) void this.#ask();
  }

  /** Asks now. The answer to a request that is still on its way is not used: what is to be asked has changed. */
  refresh(): void {
    this.#failures = 0;
    void this.#ask();
  }

  async #ask(): Promise<void> {
    this.#cancelRetry?.();
    this.#cancelRetry = undefined;
    const payload = this.#source.payload();
    const request = ++this.#latest;
    this.#asking = payload !== undefined;
    if (payload === undefined || this.#signal.aborted) return;
    const answer = await this.#connection.request(this.#source.request, payload);
    if (request !== this.#latest || this.#signal.aborted) return;
    this.#asking = false;
    if (answer === 'lost' || !answer.ok) this.#fail(answer === 'lost' ? undefined : answer.refusal);
    else this.#succeed(answer.value);
  }

  #succeed(reply: Reply<N>): void {
    this.#failures = 0;
    const early = this.#early;
    this.#early = [];
    const gaps = [this.#source.apply(reply), ...early.map((apply) => apply())];
    if (gaps.includes('gap')) void this.#ask();
  }

  #fail(refusal: Refusal | undefined): void {
    this.#early = [];
    if (refusal === undefined && this.#connection.status !== 'connected') return; // the next connect asks
    const wait = retryDelayMs(refusal, this.#failures++);
    if (wait !== undefined) this.#cancelRetry = later(wait, this.#signal, () => void this.#ask());
    else if (refusal !== undefined) this.#source.refused?.(refusal);
  }
}
