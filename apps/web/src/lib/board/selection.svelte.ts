import { type Choice, type Input, type Intent, type Movable, NO_SELECTION, step } from './selection-state.ts';

/** Holds a player's choice of a move while it is being made, and passes on what comes of it. */
export class Selection {
  #choice = $state.raw<Choice>(NO_SELECTION);
  readonly #board: () => Movable;
  readonly #act: (intent: Intent) => void;

  constructor(board: () => Movable, act: (intent: Intent) => void) {
    this.#board = board;
    this.#act = act;
  }

  get choice(): Choice {
    return this.#choice;
  }

  send(input: Input): void {
    const { choice, intent } = step(this.#choice, input, this.#board());
    this.#choice = choice;
    if (intent !== undefined) this.#act(intent);
  }
}
