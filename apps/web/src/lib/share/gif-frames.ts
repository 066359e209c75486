import { type History, type Piece, type Position, pieceAt, pieces } from '@terrace/rules';
import type { Goal } from '#lib/board/board-state.ts';
import type { BoardGeometry, Point } from '#lib/board/geometry.ts';
import { goalsOf } from '#lib/board/moves.ts';

/** In board units. */
export type Frame = {
  readonly placed: readonly { readonly kind: string; readonly at: Point }[];
  readonly flags: readonly { readonly kind: string; readonly at: Point }[];
  readonly move: { readonly from: Point; readonly to: Point } | undefined;
  readonly durationMs: number;
};

const FIRST_MS = 1000;
const MOVE_MS = 700;
const LAST_MS = 3000;

/** Pieces of one kind look the same and are drawn once: `south 4`, `west T`. */
export const pieceKind = ({ side, size, t }: Piece): string => `${side} ${t ? 'T' : size}`;

/** The start has every kind of piece. */
export const pieceKinds = ([first]: readonly History[]): readonly Piece[] => [
  ...new Map(first && pieces(first.position).map(({ piece }) => [pieceKind(piece), piece])).values(),
];

/** The look of a goal square: its flags, and whether it is vacant, with their Ts in outline. */
export type ShownGoal = Goal & { readonly vacant: boolean };

export const goalKind = ({ square, sides, vacant }: ShownGoal): string =>
  `goal ${square} ${sides.join()}${vacant ? ' vacant' : ''}`;

const goalsIn = (position: Position): readonly ShownGoal[] =>
  goalsOf(position).map((goal) => ({ ...goal, vacant: pieceAt(position, goal.square) === undefined }));

export const goalKinds = (moments: readonly History[]): readonly ShownGoal[] => [
  ...new Map(moments.flatMap(({ position }) => goalsIn(position)).map((goal) => [goalKind(goal), goal])).values(),
];

export function gifFrames(moments: readonly History[], geometry: BoardGeometry): readonly Frame[] {
  return moments.map(({ position, move, parent }, n) => {
    const latest = move ?? parent?.move; // a departure keeps the last move's markers
    return {
      placed: pieces(position).map(({ square, piece }) => ({ kind: pieceKind(piece), at: geometry.centre(square) })),
      flags: goalsIn(position).map((goal) => ({ kind: goalKind(goal), at: geometry.centre(goal.square) })),
      move: latest && { from: geometry.centre(latest.from), to: geometry.centre(latest.to) },
      durationMs: n === moments.length - 1 ? LAST_MS : n === 0 ? FIRST_MS : MOVE_MS,
    };
  });
}
