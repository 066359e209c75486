import { countThrees, threeSets } from './bits.ts';
import { countRankSteps } from './count-rank.ts';
import { countSlides, countSlidesByPiece } from './count-slides.ts';
import { fullHalf } from './generate.ts';
import type { Grid } from './grid.ts';
import { SIZE_HIGH, SIZE_LOW, TURN } from './layout.ts';
import { RANK_CAPTURE, SLIDE_NOT_LARGER } from './rule-flags.ts';

/** Counts the moves of the side to move without generating them. Does not check whether the game is over. */
export function countMoves(grid: Grid, ruleFlags: number, words: Int32Array): number {
  const steps = ruleFlags & RANK_CAPTURE ? countRankSteps(grid, words) : countSteps(grid, words);
  return steps + (ruleFlags & SLIDE_NOT_LARGER ? countSlidesByPiece(grid, words) : countSlides(grid, words));
}

function countSteps(grid: Grid, words: Int32Array): number {
  const full = fullHalf(grid);
  const turn = (words[TURN] ?? 0) * 2;
  const own = words[turn] ?? 0;
  const ownN = words[turn + 1] ?? 0;
  const all = (words[0] ?? 0) | (words[2] ?? 0) | (words[4] ?? 0) | (words[6] ?? 0);
  const allN = (words[1] ?? 0) | (words[3] ?? 0) | (words[5] ?? 0) | (words[7] ?? 0);
  const vacant = ~all & full;
  const vacantN = ~allN & full;
  const low = words[SIZE_LOW] ?? 0;
  const lowN = words[SIZE_LOW + 1] ?? 0;
  const high = words[SIZE_HIGH] ?? 0;
  const highN = words[SIZE_HIGH + 1] ?? 0;
  const { right, left, middleRight, middleLeft, rank } = grid.pairs;
  const across = grid.pairs.across.farHigher | grid.pairs.across.nearHigher;
  const along = grid.pairs.along.farHigher | grid.pairs.along.nearHigher;
  const middle = grid.pairs.middle.farHigher | grid.pairs.middle.nearHigher;

  const south = threeSets(
    straightMoves(own, vacant, 1, across),
    straightMoves(own, vacant, rank, along),
    diagonalMoves(
      right.farHigher,
      right.nearHigher,
      own,
      vacant,
      low,
      high,
      own << (rank + 1),
      vacant << (rank + 1),
      low << (rank + 1),
      high << (rank + 1),
    ),
  );
  const north = threeSets(
    straightMoves(ownN, vacantN, 1, across),
    straightMoves(ownN, vacantN, rank, along),
    diagonalMoves(
      right.nearHigher,
      right.farHigher,
      ownN,
      vacantN,
      lowN,
      highN,
      ownN << (rank + 1),
      vacantN << (rank + 1),
      lowN << (rank + 1),
      highN << (rank + 1),
    ),
  );
  const overTheMiddle =
    (((own & vacantN) | (vacant & ownN)) & middle) |
    (diagonalMoves(
      middleRight.farHigher,
      middleRight.nearHigher,
      ownN,
      vacantN,
      lowN,
      highN,
      own << 1,
      vacant << 1,
      low << 1,
      high << 1,
    ) >>>
      rank) |
    (diagonalMoves(
      middleLeft.farHigher,
      middleLeft.nearHigher,
      ownN,
      vacantN,
      lowN,
      highN,
      own >>> 1,
      vacant >>> 1,
      low >>> 1,
      high >>> 1,
    ) >>>
      (rank * 2));
  const rest = threeSets(
    diagonalMoves(
      left.farHigher,
      left.nearHigher,
      own,
      vacant,
      low,
      high,
      own << (rank - 1),
      vacant << (rank - 1),
      low << (rank - 1),
      high << (rank - 1),
    ),
    diagonalMoves(
      left.nearHigher,
      left.farHigher,
      ownN,
      vacantN,
      lowN,
      highN,
      ownN << (rank - 1),
      vacantN << (rank - 1),
      lowN << (rank - 1),
      highN << (rank - 1),
    ),
    overTheMiddle,
  );
  return countThrees(south, north, rest);
}

/** Pairs of an own piece and a vacant square, `distance` bits apart; the result marks the higher bit. */
const straightMoves = (own: number, vacant: number, distance: number, pairs: number): number =>
  (((own << distance) & vacant) | ((vacant << distance) & own)) & pairs;

/** Diagonal pairs (R7, R9) have at most one move of the side to move. `near` sets are shifted onto the far squares. */
function diagonalMoves(
  farHigher: number,
  nearHigher: number,
  own: number,
  vacant: number,
  low: number,
  high: number,
  nearOwn: number,
  nearVacant: number,
  nearLow: number,
  nearHigh: number,
): number {
  const alike = ~(high ^ nearHigh);
  const takesNear = own & ~nearVacant & ((high & ~nearHigh) | (alike & (low | ~nearLow)));
  const takesFar = nearOwn & ~vacant & ((nearHigh & ~high) | (alike & (nearLow | ~low)));
  return (farHigher & ((nearOwn & vacant) | takesNear)) | (nearHigher & ((own & nearVacant) | takesFar));
}
