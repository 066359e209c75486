import type { Square } from '@terrace/rules';

const SHOWN_MS = 900;

export class RefusedSquare {
  current = $state.raw<Square | undefined>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  show(square: Square): void {
    this.clear();
    this.current = square;
    this.#timer = setTimeout(() => this.clear(), SHOWN_MS);
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.current = undefined;
  }
}
