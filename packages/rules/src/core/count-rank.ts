import { countThrees, threeSets } from './bits.ts';
import { fullHalf } from './generate.ts';
import type { Grid, NeighbourPairs, PairSlopes } from './grid.ts';
import { SIZE_HIGH, SIZE_LOW, TURN } from './layout.ts';

/** Counts steps and captures by rank (R7, R8, R10): the near square's sets are shifted onto the far square. */
export function countRankSteps(grid: Grid, words: Int32Array): number {
  const full = fullHalf(grid);
  const turn = (words[TURN] ?? 0) * 2;
  const own = words[turn] ?? 0;
  const ownN = words[turn + 1] ?? 0;
  const vacant = full & ~((words[0] ?? 0) | (words[2] ?? 0) | (words[4] ?? 0) | (words[6] ?? 0));
  const vacantN = full & ~((words[1] ?? 0) | (words[3] ?? 0) | (words[5] ?? 0) | (words[7] ?? 0));
  const low = words[SIZE_LOW] ?? 0;
  const lowN = words[SIZE_LOW + 1] ?? 0;
  const high = words[SIZE_HIGH] ?? 0;
  const highN = words[SIZE_HIGH + 1] ?? 0;
  const { middle, middleRight, middleLeft } = grid.pairs;
  const anyLow = grid.size === 8 ? 0 : -1; // the largest size is 4 (both bits set) or 3 (only the high bit)
  const overTheMiddle = threeSets(
    straightMoves(middle.farHigher, middle.nearHigher, anyLow, ownN, vacantN, lowN, highN, own, vacant, low, high),
    diagonalMoves(
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
    ),
    diagonalMoves(
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
    ),
  );
  return (
    countHalf(grid.pairs, 0, anyLow, own, vacant, low, high) +
    countHalf(grid.pairs, 1, anyLow, ownN, vacantN, lowN, highN) +
    countThrees(overTheMiddle, 0, 0)
  );
}

/** The pairs within one half, 0 South's or 1 North's; North's half is mirrored, which swaps up and down. */
function countHalf(
  { across, along, right, left, besideAcross, besideAlong, rank }: NeighbourPairs,
  half: number,
  anyLow: number,
  own: number,
  vacant: number,
  low: number,
  high: number,
): number {
  const straight = (slopes: PairSlopes, d: number): number =>
    straightMoves(
      half === 0 ? slopes.farHigher : slopes.nearHigher,
      half === 0 ? slopes.nearHigher : slopes.farHigher,
      anyLow,
      own,
      vacant,
      low,
      high,
      own << d,
      vacant << d,
      low << d,
      high << d,
    );
  const diagonal = (slopes: PairSlopes, d: number): number =>
    diagonalMoves(
      half === 0 ? slopes.farHigher : slopes.nearHigher,
      half === 0 ? slopes.nearHigher : slopes.farHigher,
      own,
      vacant,
      low,
      high,
      own << d,
      vacant << d,
      low << d,
      high << d,
    );
  const farTakes = (d: number): number => own & ~(vacant << d) & ~smaller(low, high, low << d, high << d);
  const nearTakes = (d: number): number => (own << d) & ~vacant & ~smaller(low << d, high << d, low, high);
  return countThrees(
    threeSets(straight(across, 1), straight(along, rank), diagonal(right, rank + 1)),
    threeSets(diagonal(left, rank - 1), besideAcross & farTakes(1), besideAcross & nearTakes(1)),
    threeSets(besideAlong & farTakes(rank), besideAlong & nearTakes(rank), 0),
  );
}

/** Straight pairs have at most one move; a piece of size 1 also captures one of the largest size above it (R10). */
function straightMoves(
  farHigher: number,
  nearHigher: number,
  anyLow: number,
  own: number,
  vacant: number,
  low: number,
  high: number,
  nearOwn: number,
  nearVacant: number,
  nearLow: number,
  nearHigh: number,
): number {
  const steps = (farHigher | nearHigher) & ((nearOwn & vacant) | (own & nearVacant));
  const overFar = smaller(low, high, nearLow, nearHigh) | (~nearLow & ~nearHigh & high & (low | anyLow));
  const overNear = smaller(nearLow, nearHigh, low, high) | (~low & ~high & nearHigh & (nearLow | anyLow));
  return steps | (farHigher & nearOwn & ~vacant & overFar) | (nearHigher & own & ~nearVacant & overNear);
}

/** Diagonal pairs: the lower piece steps up; the upper one captures a lower piece at most one size larger (R10). */
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
  const nearTooLarge = nearHigh & ~high & (~low | nearLow);
  const farTooLarge = high & ~nearHigh & (~nearLow | low);
  return (
    (farHigher & ((nearOwn & vacant) | (own & ~nearVacant & ~nearTooLarge))) |
    (nearHigher & ((own & nearVacant) | (nearOwn & ~vacant & ~farTooLarge)))
  );
}

/** Where the first size is smaller than the second; sizes are two bits. */
const smaller = (low: number, high: number, otherLow: number, otherHigh: number): number =>
  (~high & otherHigh) | (~(high ^ otherHigh) & ~low & otherLow);
