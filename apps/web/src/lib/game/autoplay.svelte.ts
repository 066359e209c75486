import type { KeptMove } from './played-moves.ts';

/** In ms; `played` shows each position for the time its player took. */
export type AutoplaySpeed = number | 'played';

export const AUTOPLAY_SPEEDS: readonly AutoplaySpeed[] = [500, 1000, 2000, 'played'];
const MAX_WAIT_MS = 15_000;
const MIN_WAIT_MS = 300;

export function delayBefore(move: Pick<KeptMove, 'tookMs'> | undefined, speed: AutoplaySpeed): number {
  if (speed !== 'played') return speed;
  return Math.min(Math.max(move?.tookMs ?? 1000, MIN_WAIT_MS), MAX_WAIT_MS);
}

type Playback = {
  readonly viewedIndex: number;
  readonly lastIndex: number;
  readonly keptMoves: readonly KeptMove[];
  show(index: number): void;
};

export class Autoplay {
  running = $state(false);
  speed = $state<AutoplaySpeed>(1000);
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #playback: Playback;

  constructor(playback: Playback) {
    this.#playback = playback;
  }

  /** Starts at the position shown, or at the beginning if that is the last one. */
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
      delayBefore(
        this.#playback.keptMoves.find(({ moment }) => moment === this.#playback.viewedIndex + 1),
        this.speed,
      ),
    );
  }
}
