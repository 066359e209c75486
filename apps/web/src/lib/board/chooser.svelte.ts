import { type Choice, type Input, type Intent, NO_CHOICE, type Playable, step } from './choice.ts';

/** Holds a player's choice of a move while it is being made, and passes on what comes of it. */
export class Chooser {
  #choice = $state.raw<Choice>(NO_CHOICE);
  readonly #board: () => Playable;
  readonly #act: (intent: Intent) => void;

  constructor(board: () => Playable, act: (intent: Intent) => void) {
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
