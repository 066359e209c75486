import type { MoveClass, Review, ReviewPoint } from '@terrace/protocol';
import { type History, type Move, momentsOf, type Piece, parseSquare, pieceAt, type Side } from '@terrace/rules';
import type { Arrow } from '#lib/board/board-state.ts';
import { arrow } from '#lib/board/moves.ts';

export type ReviewedMove = {
  /** Index of the position before it. */
  readonly moment: number;
  readonly ply: number;
  readonly side: Side;
  readonly class: MoveClass;
  readonly made: Move;
  readonly better: Move | undefined;
  readonly line: readonly Move[];
  /** The mover's chances before the move, 0 to 1. */
  readonly before: number;
  readonly after: number;
  readonly ownPiece: Piece | undefined;
  readonly wins: boolean;
};

export type ReviewedGame = {
  readonly review: Review;
  /** Every position from the start; each has a point in the review. */
  readonly moments: readonly History[];
  /** By the index of the position before the move. */
  readonly moves: ReadonlyMap<number, ReviewedMove>;
};

export function reviewedGame(review: Review, history: History): ReviewedGame {
  const moments = momentsOf(history);
  const moves = review.moves.flatMap((each) => moveOf(each, review, moments) ?? []);
  return { review, moments, moves: new Map(moves.map((move) => [move.moment, move])) };
}

function moveOf(
  { moment, side, class: kind }: Review['moves'][number],
  { points }: Review,
  moments: readonly History[],
): ReviewedMove | undefined {
  const [before, after] = [points[moment], points[moment + 1]];
  const { position } = moments[moment] ?? {};
  const { move: made } = moments[moment + 1] ?? {};
  if (before === undefined || after === undefined || position === undefined || made === undefined) return undefined;
  const line = lineOf(before, position.size);
  const [best] = line;
  const better = best !== undefined && (best.from !== made.from || best.to !== made.to) ? best : undefined;
  const victim = better && pieceAt(position, better.to);
  return {
    moment,
    ply: position.ply,
    side,
    class: kind,
    made,
    better,
    line,
    before: chanceOf(before, side),
    after: chanceOf(after, side),
    ownPiece: victim?.side === side ? victim : undefined,
    wins: before.proved?.side === side,
  };
}

const chanceOf = ({ chances }: ReviewPoint, side: Side): number =>
  (chances.find((each) => each.side === side)?.chance ?? 0) / 1000;

function lineOf({ line }: ReviewPoint, size: History['position']['size']): readonly Move[] {
  return line.flatMap(({ from, to }) => {
    const [start, end] = [parseSquare(size, from), parseSquare(size, to)];
    return start === undefined || end === undefined ? [] : [{ from: start, to: end }];
  });
}

/** Arrows for a position: the move played, and above it a better one. */
export function reviewArrows({ moments, moves }: ReviewedGame, moment: number): readonly Arrow[] {
  const [move, position] = [moves.get(moment), moments[moment]?.position];
  if (move === undefined || position === undefined) return [];
  // A best or equally good move gets a single arrow.
  if (move.better === undefined || move.class === 'best') return [arrow(position, move.made, 'best')];
  return [arrow(position, move.made, 'made'), arrow(position, move.better, 'best')];
}
