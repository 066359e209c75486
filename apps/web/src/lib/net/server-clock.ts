/** One measurement of the server clock. `sentAt` and `receivedAt` are device times; all are in ms. */
export type Sample = { readonly sentAt: number; readonly serverNow: number; readonly receivedAt: number };

/** The device's time in ms since 1970, but monotonic: changing the system clock does not affect running games. */
export const deviceNow = (): number => performance.timeOrigin + performance.now();

/** Estimates the server time. The answer to `time:now` with the shortest round trip is the most accurate. */
export class ServerClock {
  #offset = 0;
  #roundTrip = Number.POSITIVE_INFINITY;
  readonly #device: () => number;

  constructor(device: () => number = deviceNow) {
    this.#device = device;
  }

  now(): number {
    return this.#device() + this.#offset;
  }

  /** Uses the time in the page until the first measurement; the page may be old. */
  setInitial(serverNow: number): void {
    if (this.#roundTrip === Number.POSITIVE_INFINITY) this.#offset = serverNow - this.#device();
  }

  /** Accepts the next measurement even if it is slower: the device may have slept before a reconnect. */
  restart(): void {
    this.#roundTrip = Number.MAX_VALUE;
  }

  add({ sentAt, serverNow, receivedAt }: Sample): void {
    const roundTrip = receivedAt - sentAt;
    if (roundTrip > this.#roundTrip) return;
    this.#roundTrip = roundTrip;
    this.#offset = serverNow - (sentAt + receivedAt) / 2;
  }
}
