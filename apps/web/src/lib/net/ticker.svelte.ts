import { createSubscriber } from 'svelte/reactivity';
import type { ServerClock } from './server-clock.ts';

const TICK_MS = 100;

/** The server time as reactive state, updated ten times per second. */
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
