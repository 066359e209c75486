import {
  goalPath,
  goalSquare,
  type History,
  historyCalls,
  type Position,
  pieceAt,
  pieces,
  type Side,
  type Square,
  sidesIn,
  slidePath,
} from '@terrace/rules';
import type { Call, Goal, GoalPath } from '#lib/board/board-state.ts';
import { premovesIfTurn } from './premoves.ts';

/** "Terrace" as a board stands (R18, R19): whose T, where, and who can take it; nothing when nobody is called. */
export function callIn(history: History): (Call & { readonly sides: readonly Side[] }) | undefined {
  const { terrace, mate } = historyCalls(history);
  if (terrace.length === 0) return undefined;
  const { position } = history;
  const squares = pieces(position).flatMap(({ square, piece }) =>
    piece.t && terrace.includes(piece.side) ? [square] : [],
  );
  const opponents = (square: Square) => sidesIn(position).filter((side) => side !== pieceAt(position, square)?.side);
  const attacks = squares.flatMap((square) =>
    opponents(square).flatMap((side) => premovesIfTurn(position, side).filter(({ to }) => to === square)),
  );
  return { sides: terrace, squares, attacks, mate };
}

/** The squares Ts head for, each once (R12). */
export function goalsOf({ seats, size }: Pick<Position, 'seats' | 'size'>): readonly Goal[] {
  return [...Map.groupBy(seats, (side) => goalSquare(size, side))].map(([square, sides]) => ({ square, sides }));
}

/** Each T's shortest way to its goal, where there is one. */
export function goalPathsIn(position: Position): readonly GoalPath[] {
  return sidesIn(position).flatMap((side) => {
    const way = goalPath(position, side);
    return way === undefined ? [] : [{ side, steps: way.map((move) => slidePath(position, move)) }];
  });
}
