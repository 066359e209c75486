import { createSubscriber } from 'svelte/reactivity';
import type { ServerClock } from './server-clock.ts';

const TICK_MS = 100;

/** The server's time as something to look at: whoever reads `now` in the page is told again every tenth of a second. */
export class Ticker {
  readonly #clock: ServerClock;
  readonly #subscribe = createSubscriber((update) => {
    const timer = setInterval(update, TICK_MS);
    return () => clearInterval(timer);
  });

  constructor(clock: ServerClock) {
    this.#clock = clock;
  }

  get now(): number {
    this.#subscribe();
    return this.#clock.now();
  }
}
