import type { StandingMove } from './moves.ts';

/** How long each position stays: a number of ms, or as long as its player thought. */
export type Pace = number | 'played';

export const PACES: readonly Pace[] = [500, 1000, 2000, 'played'];
/** Nobody waits longer for a thought to end, nor sees a move for less than this, in ms. */
const LONGEST_THOUGHT = 15_000;
const SHORTEST_THOUGHT = 300;

/** How long to wait before a move is shown. */
export function waitBefore(move: Pick<StandingMove, 'tookMs'> | undefined, pace: Pace): number {
  if (pace !== 'played') return pace;
  return Math.min(Math.max(move?.tookMs ?? 1000, SHORTEST_THOUGHT), LONGEST_THOUGHT);
}

type Film = {
  readonly moment: number;
  readonly last: number;
  readonly standing: readonly StandingMove[];
  show(moment: number): void;
};

/** Plays the moves of a game one after the other, until its end or until it is stopped. */
export class Autoplay {
  #running = $state(false);
  pace = $state<Pace>(1000);
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #film: Film;

  constructor(film: Film) {
    this.#film = film;
  }

  get running(): boolean {
    return this.#running;
  }

  /** From the position shown; from the start when that is the last. */
  start(): void {
    if (this.#film.moment === this.#film.last) this.#film.show(0);
    this.#running = true;
    this.#wait();
  }

  stop(): void {
    this.#running = false;
    clearTimeout(this.#timer);
  }

  toggle(): void {
    if (this.#running) this.stop();
    else this.start();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => {
        this.#film.show(this.#film.moment + 1);
        if (this.#film.moment >= this.#film.last) this.stop();
        else this.#wait();
      },
      waitBefore(
        this.#film.standing.find(({ moment }) => moment === this.#film.moment + 1),
        this.pace,
      ),
    );
  }
}
