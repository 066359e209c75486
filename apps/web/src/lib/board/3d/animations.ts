type Animation = { readonly start: number; readonly ms: number; readonly draw: (share: number) => void };

/** What is moving now. While anything is, there is a next frame to draw; after that, none. */
export class Animations {
  #running: Animation[] = [];

  /** Calls `draw` with 0 to 1 over `ms`, after a wait; the last call is always with 1. Times in milliseconds. */
  add(now: number, ms: number, draw: (share: number) => void, wait = 0): void {
    this.#running.push({ start: now + wait, ms, draw });
  }

  get any(): boolean {
    return this.#running.length > 0;
  }

  advance(now: number): void {
    const running = this.#running;
    this.#running = [];
    for (const motion of running) {
      const share = Math.min(Math.max((now - motion.start) / motion.ms, 0), 1);
      motion.draw(share);
      if (share < 1) this.#running.push(motion);
    }
  }

  /** Brings everything to its end at once. */
  finish(): void {
    this.advance(Number.POSITIVE_INFINITY);
  }
}
