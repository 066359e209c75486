import {
  type Intent,
  type Movable,
  NO_SELECTION,
  type SelectionInput,
  type SelectionState,
  transition,
} from './selection-state.ts';

/** Holds a player's choice of a move while it is being made, and passes on what comes of it. */
export class Selection {
  #state = $state.raw<SelectionState>(NO_SELECTION);
  readonly #board: () => Movable;
  readonly #act: (intent: Intent) => void;
  readonly #prepare: () => void;

  /** @param prepare brings `board` up to date before an input */
  constructor(board: () => Movable, act: (intent: Intent) => void, prepare = () => {}) {
    this.#board = board;
    this.#act = act;
    this.#prepare = prepare;
  }

  get state(): SelectionState {
    return this.#state;
  }

  send(input: SelectionInput): void {
    this.#prepare();
    const { state, intent } = transition(this.#state, input, this.#board());
    this.#state = state;
    if (intent !== undefined) this.#act(intent);
  }
}
