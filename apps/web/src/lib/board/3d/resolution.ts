const SLOW_MS = 90;
const FAR_TOO_SLOW_MS = 3 * SLOW_MS;
const LEAST = 1 / 4;

/** The share of the full resolution to draw frames with; reduced on slow machines without a graphics card. */
export class Resolution {
  #share = 1;
  #known = 1;
  #slow = 0;

  get share(): number {
    return this.#share;
  }

  /** @param ms duration of the last frame @returns whether the share has changed */
  waited(ms: number): boolean {
    this.#slow = ms > SLOW_MS ? this.#slow + 1 : 0;
    const known = this.#known < this.#share;
    if (this.#slow < (known ? 1 : 2) || this.#share <= LEAST) return false;
    this.#share = known ? this.#known : ms > FAR_TOO_SLOW_MS ? LEAST : this.#share / 2;
    this.#known = this.#share;
    this.#slow = 0;
    return true;
  }

  /** The scene is at rest: back to the full resolution. @returns whether the share has changed */
  restore(): boolean {
    const changed = this.#share < 1;
    this.#share = 1;
    this.#slow = 0;
    return changed;
  }
}
