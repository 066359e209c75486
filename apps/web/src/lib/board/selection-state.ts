import type { Square } from '@terrace/rules';

/** What the board may be asked for at this moment; everything else is for looking only. */
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
export type Choice =
  | { readonly kind: 'none' }
  | { readonly kind: 'selected'; readonly from: Square; readonly held: false | 'first' | 'again' }
  | { readonly kind: 'asking'; readonly from: Square; readonly to: Square }
  /** Chosen ahead: made as soon as the turn comes, if it is legal then. */
  | { readonly kind: 'queued'; readonly from: Square; readonly to: Square };

/** A pointer presses and releases; a key or a screen reader chooses; Esc and the right button cancel. */
export type Input =
  | { readonly type: 'press'; readonly square: Square }
  | { readonly type: 'release'; readonly square: Square | undefined; readonly dragged: boolean }
  | { readonly type: 'choose'; readonly square: Square }
  | { readonly type: 'cancel' }
  | { readonly type: 'yes' }
  /** The position or the turn changed under the choice. */
  | { readonly type: 'refresh' };

export type Intent =
  | { readonly type: 'move'; readonly from: Square; readonly to: Square }
  /** The turn came, and the queued move is not legal. */
  | { readonly type: 'dropped'; readonly from: Square; readonly to: Square }
  | { readonly type: 'refused'; readonly from: Square; readonly to: Square }
  /** A square that begins no move was chosen: tell what stands there. */
  | { readonly type: 'look'; readonly square: Square };

export type Step = { readonly choice: Choice; readonly intent?: Intent };

export const NO_SELECTION: Choice = { kind: 'none' };

/** One step of choosing a move. Pure: all that happens on the board by hand is a walk through this function. */
export function step(choice: Choice, input: Input, board: Movable): Step {
  switch (input.type) {
    case 'cancel':
      return { choice: NO_SELECTION };
    case 'yes':
      return choice.kind === 'asking' ? make(choice.from, choice.to, board) : { choice };
    case 'refresh':
      if (choice.kind === 'queued') return due(choice, board);
      return { choice: stillPossible(choice, board) ? choice : NO_SELECTION };
    case 'press':
      return press(choice, input.square, board);
    case 'release':
      return release(choice, input, board);
    case 'choose': {
      const pressed = press(choice, input.square, board);
      if (pressed.intent !== undefined) return pressed;
      return release(pressed.choice, { square: input.square, dragged: false }, board);
    }
  }
}

function press(choice: Choice, square: Square, board: Movable): Step {
  if (choice.kind === 'selected') {
    if (square === choice.from) return { choice: { ...choice, held: 'again' } };
    if (board.targets(choice.from).has(square)) return go(choice.from, square, board);
    if (board.own.has(square)) return { choice: { kind: 'selected', from: square, held: 'first' } };
    return { choice, intent: { type: 'refused', from: choice.from, to: square } };
  }
  if (choice.kind === 'queued' && square === choice.from) return { choice: NO_SELECTION };
  if (board.own.has(square)) return { choice: { kind: 'selected', from: square, held: 'first' } };
  return { choice: choice.kind === 'queued' ? choice : NO_SELECTION, intent: { type: 'look', square } };
}

function release(choice: Choice, input: { square: Square | undefined; dragged: boolean }, board: Movable): Step {
  if (choice.kind !== 'selected' || choice.held === false) return { choice };
  const { square, dragged } = input;
  const put: Choice = { ...choice, held: false };
  if (square === undefined) return { choice: put };
  if (square === choice.from) return { choice: choice.held === 'again' && !dragged ? NO_SELECTION : put };
  if (board.targets(choice.from).has(square)) return go(choice.from, square, board);
  return { choice: put, intent: { type: 'refused', from: choice.from, to: square } };
}

function go(from: Square, to: Square, board: Movable): Step {
  if (board.needsConfirmation(from, to)) return { choice: { kind: 'asking', from, to } };
  return make(from, to, board);
}

function make(from: Square, to: Square, board: Movable): Step {
  if (board.when === 'ahead') return { choice: { kind: 'queued', from, to } };
  return { choice: NO_SELECTION, intent: { type: 'move', from, to } };
}

/** A queued move waits while others think or an earlier position is looked at; its turn makes it or drops it. */
function due(queued: Extract<Choice, { kind: 'queued' }>, board: Movable): Step {
  if (board.when !== 'now') return { choice: queued };
  const { from, to } = queued;
  const legal = board.own.has(from) && board.targets(from).has(to);
  return { choice: NO_SELECTION, intent: { type: legal ? 'move' : 'dropped', from, to } };
}

function stillPossible(choice: Choice, board: Movable): boolean {
  if (choice.kind === 'none' || choice.kind === 'queued') return true;
  if (!board.own.has(choice.from)) return false;
  return choice.kind === 'selected' || board.targets(choice.from).has(choice.to);
}
