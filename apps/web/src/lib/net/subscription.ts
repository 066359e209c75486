import type { Broadcast, BroadcastName, Refusal, Reply, RequestInput, RequestName } from '@terrace/protocol';
import type { Connection } from './connection.svelte.ts';
import { retryDelayMs, runAfter } from './timing.ts';

export type SubscriptionConnection = Pick<Connection, 'request' | 'on' | 'onConnect' | 'status'>;

/** The result of applying a message: `gap` when an earlier one is missing and must be requested. */
export type Applied = 'gap' | undefined;

export type Source<N extends RequestName> = {
  /** The request that joins the room and answers with the state or with the changes since the last known one. */
  readonly request: N;
  /** The payload for the current state; undefined while there is nothing to request. */
  payload(): RequestInput<N> | undefined;
  apply(reply: Reply<N>): Applied;
  /** Called for a refusal that a retry would not change. */
  onRefused?(refusal: Refusal): void;
  /** Called once, on abort. */
  leave?(): void;
};

/** Live data with gap recovery: requests the state on every connect and after every gap, with growing retry delays. */
export class Subscription<N extends RequestName> {
  readonly #connection: SubscriptionConnection;
  readonly #source: Source<N>;
  readonly #signal: AbortSignal;
  /** Number of the latest request; answers to earlier ones are ignored. */
  #latest = 0;
  #isPending = false;
  #failures = 0;
  #cancelRetry: (() => void) | undefined;
  /** Broadcasts received before the answer they build on. */
  #earlyBroadcasts: (() => Applied)[] = [];

  constructor(connection: SubscriptionConnection, source: Source<N>, signal: AbortSignal) {
    this.#connection = connection;
    this.#source = source;
    this.#signal = signal;
    connection.onConnect(() => this.refresh(), signal);
    if (source.leave) signal.addEventListener('abort', () => source.leave?.(), { once: true });
  }

  /** Applies every broadcast with this name. An unreadable broadcast counts as a gap. */
  on<B extends BroadcastName>(name: B, apply: (message: Broadcast<B>) => Applied): this {
    const unreadable = () => this.receive(() => 'gap');
    this.#connection.on(name, (message) => this.receive(() => apply(message)), this.#signal, unreadable);
    return this;
  }

  receive(apply: () => Applied): void {
    if (apply() === undefined) return;
    if (this.#isPending) this.#earlyBroadcasts.push(apply);
    else if (this.#cancelRetry === undefined) void this.#request();
  }

  /** The answer to an earlier request in flight is ignored. */
  refresh(): void {
    this.#failures = 0;
    void this.#request();
  }

  async #request(): Promise<void> {
    this.#cancelRetry?.();
    this.#cancelRetry = undefined;
    const payload = this.#source.payload();
    const request = ++this.#latest;
    this.#isPending = payload !== undefined;
    if (payload === undefined || this.#signal.aborted) return;
    const answer = await this.#connection.request(this.#source.request, payload);
    if (request !== this.#latest || this.#signal.aborted) return;
    this.#isPending = false;
    if (answer === 'lost' || !answer.ok) this.#fail(answer === 'lost' ? undefined : answer.refusal);
    else this.#succeed(answer.value);
  }

  #succeed(reply: Reply<N>): void {
    this.#failures = 0;
    const early = this.#earlyBroadcasts;
    this.#earlyBroadcasts = [];
    const gaps = [this.#source.apply(reply), ...early.map((apply) => apply())];
    if (gaps.includes('gap')) void this.#request();
  }

  #fail(refusal: Refusal | undefined): void {
    this.#earlyBroadcasts = [];
    if (refusal === undefined && this.#connection.status !== 'connected') return; // the next connect requests the state
    const wait = retryDelayMs(refusal, this.#failures++);
    if (wait !== undefined) this.#cancelRetry = runAfter(wait, this.#signal, () => void this.#request());
    else if (refusal !== undefined) this.#source.onRefused?.(refusal);
  }
}
