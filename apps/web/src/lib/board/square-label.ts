import { type BoardSize, level, type MoveKind, type Piece, type Square, squareName } from '@terrace/rules';
import { words } from '#lib/words/words.ts';
import type { Choice } from './selection-state.ts';

type Facts = {
  readonly size: BoardSize;
  readonly square: Square;
  readonly piece: Piece | undefined;
  /** What a move from the selected piece to this square would be. */
  readonly target: MoveKind | undefined;
  readonly choice: Choice;
  readonly movable: boolean;
};

/** A square in words, for those who hear the board: name, level, piece, and what can be done there. */
export function describeSquare({ size, square, piece, target, choice, movable }: Facts): string {
  const parts = [
    squareName(size, square),
    words.board.level(level(size, square)),
    piece === undefined ? words.board.empty : words.board.piece(piece),
  ];
  if (choice.kind === 'selected' && choice.from === square) parts.push(words.board.selected);
  else if (choice.kind === 'queued' && choice.from === square)
    parts.push(words.play.queued.from(squareName(size, choice.to)));
  else if (choice.kind === 'queued' && choice.to === square) parts.push(words.play.queued.target);
  else if (target !== undefined) parts.push(words.board.target[target]);
  else if (movable) parts.push(words.board.movable);
  return parts.join(', ');
}
