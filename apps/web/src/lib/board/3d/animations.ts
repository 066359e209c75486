type Animation = { readonly start: number; readonly ms: number; readonly update: (share: number) => void };

/** Running animations. While there are any, each frame requests the next one. */
export class Animations {
  #running: Animation[] = [];

  /** Calls `update` with 0 to 1 over `ms`, after `wait` ms; the last call is always with 1. */
  add(now: number, ms: number, update: (share: number) => void, wait = 0): void {
    this.#running.push({ start: now + wait, ms, update });
  }

  get any(): boolean {
    return this.#running.length > 0;
  }

  advance(now: number): void {
    const running = this.#running;
    this.#running = [];
    for (const animation of running) {
      const share = Math.min(Math.max((now - animation.start) / animation.ms, 0), 1);
      animation.update(share);
      if (share < 1) this.#running.push(animation);
    }
  }

  finish(): void {
    this.advance(Number.POSITIVE_INFINITY);
  }
}
