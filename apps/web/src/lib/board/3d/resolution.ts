/** A frame that is waited for so long, in ms, is slow: less than ten a second. */
const SLOW_MS = 90;
/** One that takes so long, in ms, would be slow with half of the resolution, too. */
const FAR_TOO_SLOW_MS = 3 * SLOW_MS;
const LEAST = 1 / 4;

/** The share of the full resolution that frames are drawn with: less where a machine without a graphics card is too slow for all of it. */
export class Resolution {
  #share = 1;
  /** What was quick enough the last time. */
  #known = 1;
  #slow = 0;

  get share(): number {
    return this.#share;
  }

  /** @param ms how long the present frame was waited for @returns whether the share has changed */
  waited(ms: number): boolean {
    this.#slow = ms > SLOW_MS ? this.#slow + 1 : 0;
    const known = this.#known < this.#share;
    if (this.#slow < (known ? 1 : 2) || this.#share <= LEAST) return false;
    this.#share = known ? this.#known : ms > FAR_TOO_SLOW_MS ? LEAST : this.#share / 2;
    this.#known = this.#share;
    this.#slow = 0;
    return true;
  }

  /** Nothing moves: what stands still is drawn in full. @returns whether the share has changed */
  restore(): boolean {
    const changed = this.#share < 1;
    this.#share = 1;
    this.#slow = 0;
    return changed;
  }
}
