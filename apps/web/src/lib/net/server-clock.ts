/** One question to the server's clock: when it left, what the server said, when the answer came; all in ms. */
export type Sample = { readonly sentAt: number; readonly serverNow: number; readonly receivedAt: number };

/** The device's own time since 1970, but monotonic: a changed system clock does not move a running game's clocks. */
export const deviceNow = (): number => performance.timeOrigin + performance.now();

/** What the server's clock shows, told from answers to `time:now`. The quickest answer is the best witness. */
export class ServerClock {
  #offset = 0;
  #roundTrip = Number.POSITIVE_INFINITY;
  readonly #device: () => number;

  constructor(device: () => number = deviceNow) {
    this.#device = device;
  }

  /** Milliseconds since 1970 by the server's clock. */
  now(): number {
    return this.#device() + this.#offset;
  }

  /** A time that came with a page: of unknown age, so any measured one replaces it. */
  guess(serverNow: number): void {
    if (this.#roundTrip === Number.POSITIVE_INFINITY) this.#offset = serverNow - this.#device();
  }

  /** Forgets how good the last measure was: after a reconnect the device may have slept. */
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
