import type { RequestInput, RequestName } from '@terrace/protocol';
import type { Connection } from '../connection.svelte.ts';
import { ServerClock } from '../server-clock.ts';
import type { SubscriptionConnection } from '../subscription.ts';

type Listener = { receive(message: unknown): void; onunreadable(): void };

type Stores = SubscriptionConnection & Pick<Connection, 'clock' | 'requestUntilAnswered'>;

export class FakeConnection {
  status: 'connecting' | 'connected' = 'connected';
  readonly clock = new ServerClock(() => 3000);
  readonly requests: { name: RequestName; payload: unknown }[] = [];
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #connectListeners = new Set<() => void>();
  readonly #answer: (name: RequestName, payload: never) => unknown;

  /** @param answer returns an acknowledgement, `lost`, or a promise of either */
  constructor(answer: (name: RequestName, payload: never) => unknown) {
    this.#answer = answer;
  }

  /** Answers are not checked against their schemas. */
  get asConnection(): Stores {
    return this as unknown as Stores;
  }

  async request<N extends RequestName>(name: N, payload: RequestInput<N>): Promise<unknown> {
    this.requests.push({ name, payload });
    await Promise.resolve(); // answers are never synchronous
    return this.#answer(name, payload as never);
  }

  /** Not repeated. `lost` as soon as the signal is aborted. */
  requestUntilAnswered<N extends RequestName>(
    name: N,
    payload: RequestInput<N>,
    signal: AbortSignal,
  ): Promise<unknown> {
    const aborted = new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve('lost'));
    });
    return Promise.race([this.request(name, payload), aborted]);
  }

  on(
    name: string,
    receive: Listener['receive'],
    signal: AbortSignal,
    onunreadable: () => void = () => undefined,
  ): void {
    const all = this.#listeners.get(name) ?? new Set();
    const listener = { receive, onunreadable };
    this.#listeners.set(name, all.add(listener));
    signal.addEventListener('abort', () => all.delete(listener));
  }

  onConnect(listener: () => void, signal: AbortSignal): void {
    this.#connectListeners.add(listener);
    signal.addEventListener('abort', () => this.#connectListeners.delete(listener));
    if (this.status === 'connected') listener();
  }

  broadcast(name: string, message: unknown): void {
    for (const { receive } of this.#listeners.get(name) ?? []) receive(message);
  }

  broadcastUnreadable(name: string): void {
    for (const { onunreadable } of this.#listeners.get(name) ?? []) onunreadable();
  }

  connect(): void {
    this.status = 'connected';
    for (const listener of this.#connectListeners) listener();
  }

  sent(name: RequestName): unknown[] {
    return this.requests.filter((each) => each.name === name).map(({ payload }) => payload);
  }

  get listeners(): number {
    return [...this.#listeners.values()].reduce((sum, { size }) => sum + size, this.#connectListeners.size);
  }
}
