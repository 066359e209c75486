import { messages, pieceText } from '@terrace/messages';
import { type BoardSize, level, type Piece, type Square, squareName } from '@terrace/rules';
import type { Target } from './board-state.ts';
import type { SelectionState } from './selection.svelte.ts';

type Facts = {
  readonly size: BoardSize;
  readonly square: Square;
  readonly piece: Piece | undefined;
  readonly target: Target | undefined;
  readonly selection: SelectionState;
  readonly movable: boolean;
};

/** The accessible name of a square: its name, level, piece, and what a press on it does. */
export function squareLabel({ size, square, piece, target, selection, movable }: Facts): string {
  const parts = [
    squareName(size, square),
    messages.board.level({ level: level(size, square) }),
    piece === undefined ? messages.board.empty : pieceText(piece),
  ];
  const selected = selection.kind === 'selected' && selection.from === square;
  if (selected) parts.push(messages.board.selected);
  if (selection.kind === 'selected' && selection.armed?.to === square) parts.push(messages.board.armed.again);
  else if (selection.kind === 'queued' && selection.from === square)
    parts.push(messages.board.queued.from({ to: squareName(size, selection.to) }));
  else if (selection.kind === 'queued' && selection.to === square) parts.push(messages.board.queued.target);
  else if (target !== undefined) parts.push(messages.board.target[target.own ? 'own' : target.kind]);
  else if (movable && !selected) parts.push(messages.board.movable);
  return parts.join(', ');
}
