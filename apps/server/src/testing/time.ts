import { createClock } from '@sinonjs/fake-timers';
import type { Scheduler } from '../runtime/scheduler.ts';

/** How often timers fire without an advance, in real time. */
const TICK_EVERY_MS = 5;

type Options = {
  /** Clock speed relative to real time. With 0, only `advance` moves the clock. */
  readonly speed?: number;
  /** Start of the clock, in ms since 1970. */
  readonly from?: number;
};

export type VirtualTime = ReturnType<typeof createVirtualTime>;

/** A scheduler for tests that can advance by hours at once. Timers fire in order, each at its own time. */
export function createVirtualTime({ speed = 0, from = Date.now() }: Options = {}) {
  const clock = createClock(from, Number.POSITIVE_INFINITY);
  let [syncedAt, latest] = [performance.now(), from];
  let setForwardMs = 0;
  let isFiring = false;

  /** Time since the clock's last tick, in ms. */
  const ahead = (): number => (isFiring ? 0 : Math.max(0, Math.floor((performance.now() - syncedAt) * speed)));

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
  /** Advances by minutes or days: each due timer fires once, as after the machine slept. */
  const jump = (ms: number): void => move(clock.jump, ms);

  const ticker = setInterval(advance, TICK_EVERY_MS, 0).unref(); // also fires timers without a delay while the clock stands still

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
    /** Advances the clock and fires all due timers, without awaiting the work they start. */
    advance,
    jump,
    /** For `expect.poll`: advances the clock by `stepMs` before each read. */
    advancing:
      <T>(stepMs: number, read: () => T) =>
      (): T => {
        advance(stepMs);
        return read();
      },
    /** For `expect.poll`: jumps by `stepMs` before each read. Minutes of an advance would fire hundreds of timers. */
    jumping:
      <T>(stepMs: number, read: () => T) =>
      (): T => {
        jump(stepMs);
        return read();
      },
    /** Sets the clock forward without firing timers, so that they fire late, as on a busy machine. */
    setForward(ms: number): void {
      setForwardMs += ms;
    },
    /** Stops the clock. From then on timers fire only when a test advances it. */
    stop: (): void => clearInterval(ticker),
  };
}
