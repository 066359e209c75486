import type { Payload, RequestName } from '@terrace/protocol';
import { ServerClock } from './server-clock.ts';
import type { SubscriptionConnection } from './subscription.ts';

type Hear = (message: unknown) => void;

/** A connection for tests: it remembers requests, answers as it is told, and broadcasts and reconnects on demand. */
export class FakeConnection {
  status: 'connecting' | 'connected' = 'connected';
  readonly clock = new ServerClock(() => 3000);
  readonly requests: { name: RequestName; payload: unknown }[] = [];
  readonly #hears = new Map<string, Set<Hear>>();
  readonly #connectListeners = new Set<() => void>();
  readonly #answer: (name: RequestName, payload: never) => unknown;

  /** @param answer an acknowledgement, or `lost`, or a promise of one */
  constructor(answer: (name: RequestName, payload: never) => unknown) {
    this.#answer = answer;
  }

  /** The same as what the stores need of a connection; answers are not checked against their schemas. */
  get asConnection(): SubscriptionConnection & { readonly clock: ServerClock } {
    return this as unknown as SubscriptionConnection & { readonly clock: ServerClock };
  }

  async request<N extends RequestName>(name: N, payload: Payload<N>): Promise<unknown> {
    this.requests.push({ name, payload });
    await Promise.resolve(); // no answer comes at once
    return this.#answer(name, payload as never);
  }

  on(name: string, hear: Hear, signal: AbortSignal): void {
    const all = this.#hears.get(name) ?? new Set();
    this.#hears.set(name, all.add(hear));
    signal.addEventListener('abort', () => all.delete(hear));
  }

  onConnect(listener: () => void, signal: AbortSignal): void {
    this.#connectListeners.add(listener);
    signal.addEventListener('abort', () => this.#connectListeners.delete(listener));
    if (this.status === 'connected') listener();
  }

  broadcast(name: string, message: unknown): void {
    for (const hear of this.#hears.get(name) ?? []) hear(message);
  }

  connect(): void {
    this.status = 'connected';
    for (const listener of this.#connectListeners) listener();
  }

  /** The payloads of all requests of this name. */
  sent(name: RequestName): unknown[] {
    return this.requests.filter((each) => each.name === name).map(({ payload }) => payload);
  }

  get listeners(): number {
    return [...this.#hears.values()].reduce((sum, { size }) => sum + size, this.#connectListeners.size);
  }
}
