import type { Square } from '@terrace/rules';

/** What may be selected and moved at this moment. */
export type Movable = {
  /** Moves are made now, or queued ahead while another side thinks; or the board is only looked at. */
  readonly when: 'now' | 'ahead' | 'never';
  /** Pieces that may be picked up now. */
  readonly own: ReadonlySet<Square>;
  /** Where each of them may go. */
  targets(from: Square): ReadonlySet<Square>;
  /** A move that is asked about once before it is made: taking one's own T. */
  needsConfirmation(from: Square, to: Square): boolean;
};

/** Where the player is in choosing a move. `held`: a pointer holds the piece; `again`: it was selected before. */
export type SelectionState =
  | { readonly kind: 'none' }
  | { readonly kind: 'selected'; readonly from: Square; readonly held: false | 'first' | 'again' }
  | { readonly kind: 'confirming'; readonly from: Square; readonly to: Square }
  /** Chosen ahead: made as soon as the turn comes, if it is legal then. */
  | { readonly kind: 'queued'; readonly from: Square; readonly to: Square };

/** A pointer presses and releases; a key or a screen reader chooses; Esc and the right button cancel. */
export type SelectionInput =
  | { readonly type: 'press'; readonly square: Square }
  | { readonly type: 'release'; readonly square: Square | undefined; readonly dragged: boolean }
  | { readonly type: 'choose'; readonly square: Square }
  | { readonly type: 'cancel' }
  | { readonly type: 'confirm' }
  /** The position or the turn changed under the choice. */
  | { readonly type: 'refresh' };

export type Intent =
  | { readonly type: 'move'; readonly from: Square; readonly to: Square }
  /** The turn came, and the queued move is not legal. */
  | { readonly type: 'dropped'; readonly from: Square; readonly to: Square }
  | { readonly type: 'refused'; readonly from: Square; readonly to: Square }
  /** A square that begins no move was chosen: say what stands there. */
  | { readonly type: 'inspect'; readonly square: Square };

export type Transition = { readonly state: SelectionState; readonly intent?: Intent };

export const NO_SELECTION: SelectionState = { kind: 'none' };

/** The state after an input, and what is intended, if anything. Pure; every input by pointer or keys goes through here. */
export function transition(state: SelectionState, input: SelectionInput, board: Movable): Transition {
  switch (input.type) {
    case 'cancel':
      return { state: NO_SELECTION };
    case 'confirm':
      return state.kind === 'confirming' ? make(state.from, state.to, board) : { state };
    case 'refresh':
      if (state.kind === 'queued') return due(state, board);
      return { state: stillPossible(state, board) ? state : NO_SELECTION };
    case 'press':
      return press(state, input.square, board);
    case 'release':
      return release(state, input, board);
    case 'choose': {
      const pressed = press(state, input.square, board);
      if (pressed.intent !== undefined) return pressed;
      return release(pressed.state, { square: input.square, dragged: false }, board);
    }
  }
}

function press(state: SelectionState, square: Square, board: Movable): Transition {
  if (state.kind === 'selected') {
    if (square === state.from) return { state: { ...state, held: 'again' } };
    if (board.targets(state.from).has(square)) return go(state.from, square, board);
    if (board.own.has(square)) return { state: { kind: 'selected', from: square, held: 'first' } };
    return { state, intent: { type: 'refused', from: state.from, to: square } };
  }
  if (state.kind === 'queued' && square === state.from) return { state: NO_SELECTION };
  if (board.own.has(square)) return { state: { kind: 'selected', from: square, held: 'first' } };
  return { state: state.kind === 'queued' ? state : NO_SELECTION, intent: { type: 'inspect', square } };
}

function release(
  state: SelectionState,
  input: { square: Square | undefined; dragged: boolean },
  board: Movable,
): Transition {
  if (state.kind !== 'selected' || state.held === false) return { state };
  const { square, dragged } = input;
  const put: SelectionState = { ...state, held: false };
  if (square === undefined) return { state: put };
  if (square === state.from) return { state: state.held === 'again' && !dragged ? NO_SELECTION : put };
  if (board.targets(state.from).has(square)) return go(state.from, square, board);
  return { state: put, intent: { type: 'refused', from: state.from, to: square } };
}

function go(from: Square, to: Square, board: Movable): Transition {
  if (board.needsConfirmation(from, to)) return { state: { kind: 'confirming', from, to } };
  return make(from, to, board);
}

function make(from: Square, to: Square, board: Movable): Transition {
  if (board.when === 'ahead') return { state: { kind: 'queued', from, to } };
  return { state: NO_SELECTION, intent: { type: 'move', from, to } };
}

/** A queued move waits while others think or an earlier position is looked at; its turn makes it or drops it. */
function due(queued: Extract<SelectionState, { kind: 'queued' }>, board: Movable): Transition {
  if (board.when !== 'now') return { state: queued };
  const { from, to } = queued;
  const legal = board.own.has(from) && board.targets(from).has(to);
  return { state: NO_SELECTION, intent: { type: legal ? 'move' : 'dropped', from, to } };
}

function stillPossible(state: SelectionState, board: Movable): boolean {
  if (state.kind === 'none' || state.kind === 'queued') return true;
  if (!board.own.has(state.from)) return false;
  return state.kind === 'selected' || board.targets(state.from).has(state.to);
}
