import { messages, pieceText } from '@terrace/messages';
import { type BoardSize, level, type MoveKind, type Piece, type Square, squareName } from '@terrace/rules';
import type { SelectionState } from './selection-state.ts';

type Facts = {
  readonly size: BoardSize;
  readonly square: Square;
  readonly piece: Piece | undefined;
  /** What a move from the selected piece to this square would be. */
  readonly target: MoveKind | undefined;
  readonly selection: SelectionState;
  readonly movable: boolean;
};

/** A square in words, for those who hear the board: name, level, piece, and what can be done there. */
export function describeSquare({ size, square, piece, target, selection, movable }: Facts): string {
  const parts = [
    squareName(size, square),
    messages.board.level({ level: level(size, square) }),
    piece === undefined ? messages.board.empty : pieceText(piece),
  ];
  if (selection.kind === 'selected' && selection.from === square) parts.push(messages.board.selected);
  else if (selection.kind === 'queued' && selection.from === square)
    parts.push(messages.play.queued.from({ to: squareName(size, selection.to) }));
  else if (selection.kind === 'queued' && selection.to === square) parts.push(messages.play.queued.target);
  else if (target !== undefined) parts.push(messages.board.target[target]);
  else if (movable) parts.push(messages.board.movable);
  return parts.join(', ');
}
