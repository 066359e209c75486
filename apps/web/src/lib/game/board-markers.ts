import { type History, historyCalls, pieceAt, pieces, type Side, type Square, sidesIn } from '@terrace/rules';
import type { Call } from '#lib/board/board-state.ts';
import { premovesIfTurn } from './premoves.ts';

/** The "Terrace" call of a position: the threatened Ts and the moves that can take them (R18, R19). */
export function currentCall(history: History): (Call & { readonly sides: readonly Side[] }) | undefined {
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
