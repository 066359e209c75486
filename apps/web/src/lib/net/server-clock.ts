/** One measurement of the server clock. `sentAt` and `receivedAt` are device times; all are in ms. */
export type Sample = { readonly sentAt: number; readonly serverNow: number; readonly receivedAt: number };

/** The device's time in ms since 1970, but monotonic: changing the system clock does not affect running games. */
export const deviceNow = (): number => performance.timeOrigin + performance.now();

/** The two clocks of a device differ by this much more or less only after a sleep, or when its time was set. */
const SLEEP_MS = 1000;

/** Estimates the server time. The answer to `time:now` with the shortest round trip is the most accurate. */
export class ServerClock {
  #offset = 0;
  #roundTrip = Number.POSITIVE_INFINITY;
  /** The system clock minus the device's at the last measurement. */
  #ahead: number | undefined;
  readonly #device: () => number;
  readonly #system: () => number;

  constructor(device: () => number = deviceNow, system: () => number = Date.now) {
    this.#device = device;
    this.#system = system;
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

  /** Whether the device may have slept since the last measurement: its own clock can stop in a sleep. */
  mayHaveSlept(): boolean {
    return this.#ahead !== undefined && Math.abs(this.#system() - this.#device() - this.#ahead) > SLEEP_MS;
  }

  add({ sentAt, serverNow, receivedAt }: Sample): void {
    this.#ahead = this.#system() - this.#device();
    const roundTrip = receivedAt - sentAt;
    if (roundTrip > this.#roundTrip) return;
    this.#roundTrip = roundTrip;
    this.#offset = serverNow - (sentAt + receivedAt) / 2;
  }
}
