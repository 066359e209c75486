import { type History, type Piece, pieces } from '@terrace/rules';
import type { BoardGeometry, Point } from '#lib/board/geometry.ts';

/** One picture of a game's animation: who stands where, and the move that led there; points are in board units. */
export type Frame = {
  readonly stand: readonly { readonly kind: string; readonly at: Point }[];
  readonly move: { readonly from: Point; readonly to: Point } | undefined;
  /** How long it stays, in ms. */
  readonly stays: number;
};

const FIRST_MS = 1000;
const MOVE_MS = 700;
const LAST_MS = 3000;

/** Pieces of one kind look alike and are drawn once: `south 4`, `west T`. */
export const pieceKind = ({ side, size, t }: Piece): string => `${side} ${t ? 'T' : size}`;

export function gifFrames(moments: readonly History[], geometry: BoardGeometry): readonly Frame[] {
  return moments.map(({ position, move, parent }, n) => {
    const latest = move ?? parent?.move; // somebody's leaving keeps the last move's signs
    return {
      stand: pieces(position).map(({ square, piece }) => ({ kind: pieceKind(piece), at: geometry.centre(square) })),
      move: latest && { from: geometry.centre(latest.from), to: geometry.centre(latest.to) },
      stays: n === moments.length - 1 ? LAST_MS : n === 0 ? FIRST_MS : MOVE_MS,
    };
  });
}
