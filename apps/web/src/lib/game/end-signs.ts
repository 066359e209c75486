import type { GameResult } from '@terrace/protocol';
import { type History, pieceAt, pieces, type Side, type Square } from '@terrace/rules';
import type { EndSigns } from '#lib/board/board-state.ts';

/** Undefined for a draw. @param fresh whether the game ended just now, on this page */
export function endSigns(history: History, { winner, by }: GameResult, fresh: boolean): EndSigns | undefined {
  if (winner === null) return undefined;
  const { position, move } = history;
  const taker = by === 'capture' && move && pieceAt(position, move.to)?.side === winner ? move.to : undefined;
  const square = taker ?? squareOfT(history, winner);
  return {
    square,
    goal: by === 'arrival' ? square : undefined,
    winner,
    losers: position.seats.filter((side) => side !== winner),
    fresh,
  };
}

const squareOfT = ({ position }: History, side: Side): Square | undefined =>
  pieces(position).find(({ piece }) => piece.t && piece.side === side)?.square;
