import { createClock } from '@sinonjs/fake-timers';
import type { Scheduler } from '../scheduler.ts';

/** How often what is due is fired without being advanced, in ms of the machine. */
const TICK_EVERY_MS = 5;

type Options = {
  /** How many times as fast as the machine's the clock runs by itself; 0 for a clock that only `advance` moves. */
  readonly speed?: number;
  /** When it begins, in ms since 1970. */
  readonly from?: number;
};

export type VirtualTime = ReturnType<typeof createVirtualTime>;

/** A scheduler for tests: with `advance`, hours pass at once. Timers fire in order, each at its own time. */
export function createVirtualTime({ speed = 0, from = Date.now() }: Options = {}) {
  const clock = createClock(from, Number.POSITIVE_INFINITY);
  let [syncedAt, latest] = [performance.now(), from];
  let setForwardMs = 0;
  let isFiring = false;

  /** How far the clock is ahead of its last tick, in ms. */
  const ahead = (): number => (isFiring ? 0 : Math.floor((performance.now() - syncedAt) * speed));

  function now(): number {
    latest = Math.max(latest, clock.now + ahead() + setForwardMs);
    return latest;
  }

  function move(by: (ms: number) => void, ms: number): void {
    const passedMs = ahead();
    if (speed > 0) syncedAt += passedMs / speed;
    isFiring = true;
    try {
      by(passedMs + ms);
    } finally {
      isFiring = false;
    }
  }
  const advance = (ms: number): void => move(clock.tick, ms);

  const ticker = setInterval(advance, TICK_EVERY_MS, 0).unref(); // a clock that stands has timers without a delay, too

  const scheduler: Scheduler = {
    now,
    elapsed: now,
    after(ms, run) {
      const timer = clock.setTimeout(run, ahead() + Math.ceil(ms));
      return () => clock.clearTimeout(timer);
    },
    every(ms, run) {
      const timer = clock.setInterval(run, ms);
      return () => clock.clearInterval(timer);
    },
  };

  return {
    scheduler,
    now,
    /** Moves the clock on, and fires every timer that is due by then. What these begin is awaited by its own effects. */
    advance,
    /** The same for days: each timer that is due by then fires once, as on a machine that slept. */
    jump: (ms: number): void => move(clock.jump, ms),
    /** For `expect.poll`: moves the clock on by so many ms before each time it reads. */
    advancing:
      <T>(stepMs: number, read: () => T) =>
      (): T => {
        advance(stepMs);
        return read();
      },
    /** Sets the clock forward without its timers, so that those which are due fire as late as on a machine that is busy. */
    setForward(ms: number): void {
      setForwardMs += ms;
    },
    /** Fires nothing any more without being advanced. */
    stop: (): void => clearInterval(ticker),
  };
}
