import { goalSquare, type Square } from './board.ts';
import { DECIDED, QUIET, TURN } from './core/words.ts';
import { legalMoves, type Move } from './legal.ts';
import { play } from './play.ts';
import { core, type Position, pieces, positionOf } from './position.ts';
import { type Side, sideIndex } from './sides.ts';

/**
 * The fewest moves of its T that bring a side to its goal if nobody else moves; of equal ways the first in board order.
 * What the T takes on its way is gone. Nothing when there is no such way, no T, or the game is over.
 *
 * @source R6 to R9, R12, R13
 */
export function shortestWay(position: Position, side: Side): readonly Move[] | undefined {
  const start = pieces(position).find(({ piece }) => piece.t && piece.side === side)?.square;
  if (start === undefined) return undefined;
  const goal = goalSquare(position.size, side);
  const seen = new Set<Square>([start]);
  let reached: readonly { position: Position; at: Square; way: readonly Move[] }[] = [
    { position: asIfTurnOf(position, side), at: start, way: [] },
  ];
  while (reached.length > 0) {
    const next: { position: Position; at: Square; way: readonly Move[] }[] = [];
    for (const { position: here, at, way } of reached) {
      for (const move of legalMoves(here)) {
        if (move.from !== at || seen.has(move.to)) continue;
        if (move.to === goal) return [...way, move];
        seen.add(move.to);
        const played = play(here, move);
        if (played.ok) next.push({ position: asIfTurnOf(played.value, side), at: move.to, way: [...way, move] });
      }
    }
    reached = next;
  }
  return undefined;
}

/** The same board with `side` to move, however long nothing was taken. */
function asIfTurnOf(position: Position, side: Side): Position {
  const words = position[core].words.slice();
  if (words[DECIDED] === 0) words[TURN] = sideIndex[side];
  words[QUIET] = 0;
  return positionOf(position, words);
}
