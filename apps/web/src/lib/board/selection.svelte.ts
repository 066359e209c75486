import type { Square } from '@terrace/rules';

export type Movable = {
  /** Moves are played now, queued as premoves, or impossible on a read-only board. */
  readonly when: 'now' | 'ahead' | 'never';
  readonly own: ReadonlySet<Square>;
  targets(from: Square): ReadonlySet<Square>;
  takesOwn(from: Square, to: Square): boolean;
  asks(from: Square, to: Square): Question | undefined;
};

/** `move`: confirm the move, also with a second click on its target; `own-t`: confirm the capture of the own T. */
type Question = 'move' | 'own-t';

type ChosenMove = { readonly from: Square; readonly to: Square };

type Selected = {
  readonly kind: 'selected';
  readonly from: Square;
  /** A pointer holds the piece; `again`: it was already selected. */
  readonly held: false | 'first' | 'again';
  /** An own capture after its first click, which also selected the piece on `to` if that piece can move. */
  readonly armed?: ChosenMove;
};

export type SelectionState =
  | { readonly kind: 'none' }
  | Selected
  | { readonly kind: 'confirming'; readonly from: Square; readonly to: Square; readonly question: Question }
  /** A premove: played when the turn comes, if it is legal then. */
  | { readonly kind: 'queued'; readonly from: Square; readonly to: Square };

/** Pointers press and release; keys and screen readers choose; Esc and the right button cancel. */
export type SelectionInput =
  | { readonly type: 'press'; readonly square: Square }
  | { readonly type: 'release'; readonly square: Square | undefined; readonly dragged: boolean }
  | { readonly type: 'choose'; readonly square: Square }
  | { readonly type: 'play'; readonly from: Square; readonly to: Square }
  | { readonly type: 'cancel' }
  | { readonly type: 'confirm' }
  | { readonly type: 'refresh' };

export type Intent =
  /** `sure`: confirmed, typed or premoved, so not a slip. */
  | {
      readonly type: 'move';
      readonly from: Square;
      readonly to: Square;
      readonly sure: boolean;
      readonly premoved?: true;
    }
  /** The turn came, and the premove is illegal. */
  | { readonly type: 'dropped'; readonly from: Square; readonly to: Square }
  | { readonly type: 'refused'; readonly from: Square; readonly to: Square }
  /** A square without a movable piece was chosen: describe it. */
  | { readonly type: 'inspect'; readonly square: Square };

type Transition = { readonly state: SelectionState; readonly intent?: Intent };

export const NO_SELECTION: SelectionState = { kind: 'none' };

export class Selection {
  #state = $state.raw<SelectionState>(NO_SELECTION);
  readonly #board: () => Movable;
  readonly #act: (intent: Intent) => void;
  readonly #prepare: () => void;

  /** @param prepare updates `board` before each input */
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

/** The state after an input, and the intent, if any. Pure; all pointer and key input passes through here. */
export function transition(state: SelectionState, input: SelectionInput, board: Movable): Transition {
  switch (input.type) {
    case 'cancel':
      return { state: NO_SELECTION };
    case 'confirm':
      return state.kind === 'confirming' ? make(state, board, true) : { state };
    case 'refresh':
      return refresh(state, board);
    case 'press':
      return press(state, input.square, board);
    case 'release':
      return release(state, input, board);
    case 'choose': {
      const pressed = press(state, input.square, board);
      if (pressed.intent !== undefined) return pressed;
      return release(pressed.state, { square: input.square, dragged: false }, board);
    }
    case 'play':
      return typed(input, board);
  }
}

function press(state: SelectionState, square: Square, board: Movable): Transition {
  if (state.kind === 'confirming' && state.question === 'move' && square === state.to) return make(state, board, true);
  if (state.kind === 'selected') {
    const { from, armed } = state;
    if (square === from) return { state: { ...state, held: 'again' } };
    if (square === armed?.to) return again(armed, board);
    if (board.targets(from).has(square)) {
      return board.takesOwn(from, square) ? arm({ from, to: square }, board) : go({ from, to: square }, board);
    }
    if (board.own.has(square)) return { state: select(square) };
    return { state: put(from), intent: { type: 'refused', from, to: square } };
  }
  if (state.kind === 'queued' && square === state.from) return { state: NO_SELECTION };
  if (board.own.has(square)) return { state: select(square) };
  return { state: state.kind === 'queued' ? state : NO_SELECTION, intent: { type: 'inspect', square } };
}

function release(
  state: SelectionState,
  input: { square: Square | undefined; dragged: boolean },
  board: Movable,
): Transition {
  if (state.kind !== 'selected' || state.held === false) return { state };
  const { square, dragged } = input;
  const { from, armed } = state;
  if (square === undefined) return { state: put(from) };
  if (square === from) {
    if (dragged) return { state: put(from) };
    if (state.held === 'first') return { state: { ...state, held: false } };
    return armed?.to === square ? again(armed, board) : { state: NO_SELECTION };
  }
  if (!board.targets(from).has(square)) return { state: put(from), intent: { type: 'refused', from, to: square } };
  // Only a drag captures an own piece at once.
  if (board.takesOwn(from, square) && !dragged) return arm({ from, to: square }, board);
  return go({ from, to: square }, board);
}

const select = (from: Square): Selected => ({ kind: 'selected', from, held: 'first' });
const put = (from: Square): Selected => ({ kind: 'selected', from, held: false });

/** Clicking an own piece that the selected piece can capture selects it and arms the capture. */
function arm(armed: ChosenMove, board: Movable): Transition {
  const selected = board.own.has(armed.to) ? select(armed.to) : put(armed.from);
  return { state: { ...selected, armed } };
}

/** The second click, which also confirms the move. */
function again(move: ChosenMove, board: Movable): Transition {
  const question = board.asks(move.from, move.to);
  if (question === 'own-t') return ask(move, question);
  return make(move, board, question === 'move');
}

function typed({ from, to }: { from: Square; to: Square }, board: Movable): Transition {
  if (!board.own.has(from)) return { state: NO_SELECTION, intent: { type: 'inspect', square: from } };
  if (!board.targets(from).has(to)) return { state: put(from), intent: { type: 'refused', from, to } };
  return go({ from, to }, board, true);
}

function go(move: ChosenMove, board: Movable, sure = false): Transition {
  const question = board.asks(move.from, move.to);
  return question === undefined ? make(move, board, sure) : ask(move, question);
}

const ask = ({ from, to }: ChosenMove, question: Question): Transition => ({
  state: { kind: 'confirming', from, to, question },
});

function make({ from, to }: ChosenMove, board: Movable, sure: boolean): Transition {
  if (board.when === 'ahead') return { state: { kind: 'queued', from, to } };
  return { state: NO_SELECTION, intent: { type: 'move', from, to, sure } };
}

function refresh(state: SelectionState, board: Movable): Transition {
  const legal = ({ from, to }: ChosenMove) => board.own.has(from) && board.targets(from).has(to);
  switch (state.kind) {
    case 'none':
      return { state };
    case 'queued':
      return due(state, board, legal(state));
    case 'confirming':
      return { state: legal(state) ? state : NO_SELECTION };
    case 'selected': {
      if (!board.own.has(state.from)) return { state: NO_SELECTION };
      if (state.armed === undefined || legal(state.armed)) return { state };
      return { state: { kind: 'selected', from: state.from, held: state.held } };
    }
  }
}

/** A premove waits during other sides' turns and while an earlier position is shown; its turn plays or drops it. */
function due(queued: Extract<SelectionState, { kind: 'queued' }>, board: Movable, legal: boolean): Transition {
  if (board.when !== 'now') return { state: queued };
  const { from, to } = queued;
  if (!legal) return { state: NO_SELECTION, intent: { type: 'dropped', from, to } };
  return { state: NO_SELECTION, intent: { type: 'move', from, to, sure: true, premoved: true } };
}
