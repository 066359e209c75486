import { goalSquare, type Square } from './board.ts';
import { legalMoves, type Move } from './legal.ts';
import { play, withTurn } from './play.ts';
import { type Position, pieces } from './position.ts';
import type { Side } from './sides.ts';

/**
 * Shortest path if nothing else moves, captures included; the first in board order if several are equally short.
 * Undefined without a path or a T, or after the end of the game. @source R6 to R9, R12, R13
 */
export function goalPath(position: Position, side: Side): readonly Move[] | undefined {
  const start = pieces(position).find(({ piece }) => piece.t && piece.side === side)?.square;
  if (start === undefined) return undefined;
  const goal = goalSquare(position.size, side);
  const seen = new Set<Square>([start]);
  let reached: readonly { position: Position; at: Square; path: readonly Move[] }[] = [
    { position: withTurn(position, side), at: start, path: [] },
  ];
  while (reached.length > 0) {
    const next: { position: Position; at: Square; path: readonly Move[] }[] = [];
    for (const { position: here, at, path } of reached) {
      for (const move of legalMoves(here)) {
        if (move.from !== at || seen.has(move.to)) continue;
        if (move.to === goal) return [...path, move];
        seen.add(move.to);
        const played = play(here, move);
        if (played.ok) next.push({ position: withTurn(played.value, side), at: move.to, path: [...path, move] });
      }
    }
    reached = next;
  }
  return undefined;
}
