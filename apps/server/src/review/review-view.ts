import { type Judgement, reviewGame } from '@terrace/engine';
import type { Review, ReviewPoint } from '@terrace/protocol';
import { type History, momentsOf, type Position, parseSquare, squareName } from '@terrace/rules';

const thousandths = (share: number): number => Math.round(share * 1000);

export function toPoint({ seats, size }: Position, { chances, proved, line }: Judgement): ReviewPoint {
  return {
    chances: seats.map((side) => ({ side, chance: thousandths(chances.get(side) ?? 0) })),
    proved: proved ?? null,
    line: line.map(({ from, to }) => ({ from: squareName(size, from), to: squareName(size, to) })),
  };
}

const fromPoint = ({ size }: Position, { chances, proved, line }: ReviewPoint): Judgement => ({
  chances: new Map(chances.map(({ side, chance }) => [side, chance / 1000])),
  proved: proved ?? undefined,
  line: line.flatMap(({ from, to }) => {
    const [start, end] = [parseSquare(size, from), parseSquare(size, to)];
    return start === undefined || end === undefined ? [] : [{ from: start, to: end }];
  }),
});

/** A complete review. Everything except the points is derived on each read. */
export function reviewOf(history: History, points: readonly ReviewPoint[], nodes: number): Review {
  const judgements = points.map((point) => fromPoint(history.position, point));
  const { moves, accuracy, turningPoints, decisive } = reviewGame(momentsOf(history), judgements);
  return {
    points: [...points],
    moves: moves.map((move) => ({ ...move, loss: thousandths(move.loss) })),
    accuracy: [...accuracy].map(([side, share]) => ({ side, accuracy: thousandths(share) })),
    turningPoints: [...turningPoints],
    decisive: decisive ?? null,
    nodes,
  };
}
