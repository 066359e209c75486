import {
  goalSquare,
  type History,
  historyCalls,
  moveKind,
  type Position,
  pieceAt,
  pieces,
  type Side,
  sidesIn,
  slidePath,
} from '@terrace/rules';
import type { Call, Goal, Trace } from '#lib/board/placed.ts';
import { movesAhead } from '#lib/game/ahead.ts';
import { type PlayedMove, playedMoves } from '#lib/game/moves.ts';

/** The squares the Ts head for, each with the sides that share it (R12). */
export function goalsOf({ size, seats }: Position): readonly Goal[] {
  const bySquare = Map.groupBy(seats, (side) => goalSquare(size, side));
  return [...bySquare].map(([square, sides]) => ({ square, sides }));
}

/** The move that led to a moment, as the board traces it. */
export function traceOf({ move, parent }: History): Trace | undefined {
  if (move === undefined || parent === undefined) return undefined;
  const { position } = parent;
  return { number: position.ply, ...move, way: slidePath(position, move), kind: moveKind(position, move) };
}

/** "Terrace" at a moment, with who could take which T (R18, R19). */
export function callAt(history: History): (Call & { readonly sides: readonly Side[] }) | undefined {
  const { terrace, mate } = historyCalls(history);
  if (terrace.length === 0) return undefined;
  const { position } = history;
  const squares = pieces(position).flatMap(({ square, piece }) =>
    piece.t && terrace.includes(piece.side) ? [square] : [],
  );
  const attacks = squares.flatMap((square) =>
    sidesIn(position)
      .filter((side) => side !== pieceAt(position, square)?.side)
      .flatMap((side) => movesAhead(position, side).filter(({ to }) => to === square)),
  );
  return { sides: terrace, squares, attacks, mate };
}

const faces = new WeakMap<History, PlayedMove>();

/** The move that led to a moment, as lists and readers tell it; nothing at the start and where a side left. */
export function faceOf(after: History): PlayedMove | undefined {
  const known = faces.get(after);
  if (known !== undefined) return known;
  const [face] = playedMoves([{ after, undone: false }], after);
  if (face !== undefined) faces.set(after, face);
  return face;
}
