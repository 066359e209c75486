import type { KeptMove } from './played-moves.ts';

/** How long each position stays: a number of ms, or as long as its player thought. */
export type AutoplaySpeed = number | 'played';

export const AUTOPLAY_SPEEDS: readonly AutoplaySpeed[] = [500, 1000, 2000, 'played'];
/** Nobody waits longer for a thought to end, nor sees a move for less than this, in ms. */
const MAX_WAIT_MS = 15_000;
const MIN_WAIT_MS = 300;

/** How long to wait before a move is shown. */
export function waitBefore(move: Pick<KeptMove, 'tookMs'> | undefined, speed: AutoplaySpeed): number {
  if (speed !== 'played') return speed;
  return Math.min(Math.max(move?.tookMs ?? 1000, MIN_WAIT_MS), MAX_WAIT_MS);
}

type Playback = {
  readonly viewedIndex: number;
  readonly lastIndex: number;
  readonly keptMoves: readonly KeptMove[];
  show(index: number): void;
};

/** Plays the moves of a game one after the other, until its end or until it is stopped. */
export class Autoplay {
  running = $state(false);
  speed = $state<AutoplaySpeed>(1000);
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #playback: Playback;

  constructor(playback: Playback) {
    this.#playback = playback;
  }

  /** From the position shown; from the start when that is the last. */
  start(): void {
    if (this.#playback.viewedIndex === this.#playback.lastIndex) this.#playback.show(0);
    this.running = true;
    this.#wait();
  }

  stop(): void {
    this.running = false;
    clearTimeout(this.#timer);
  }

  toggle(): void {
    if (this.running) this.stop();
    else this.start();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => {
        this.#playback.show(this.#playback.viewedIndex + 1);
        if (this.#playback.viewedIndex >= this.#playback.lastIndex) this.stop();
        else this.#wait();
      },
      waitBefore(
        this.#playback.keptMoves.find(({ moment }) => moment === this.#playback.viewedIndex + 1),
        this.speed,
      ),
    );
  }
}
