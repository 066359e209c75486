import { countByPiece, fullHalf } from './generate.ts';
import type { Grid } from './grid.ts';
import { SIZE_HIGH, SIZE_LOW, TURN } from './layout.ts';

/**
 * Counts the legal moves of the side to move without naming one. Every pair of touching squares on neighbouring levels
 * is asked once, all pairs of one direction in a few word operations; sliding is one table look-up a terrace.
 *
 * Whether the game is over is the caller's question.
 */
export function countMoves(grid: Grid, ruleFlags: number, words: Int32Array): number {
  if (ruleFlags !== 0) return countByPiece(grid, ruleFlags, words);
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
  const { across, along, right, left, middle, middleRight, middleLeft, rank } = grid.pairs;

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
  const steps = Math.imul(bytes(south) + bytes(north) + bytes(rest), 0x01010101) >>> 24;
  return steps + countSlides(grid.slides.ofTerrace, own, ownN, all & ~own, allN & ~ownN);
}

/** Pairs in which one square holds an own piece and the other is vacant; `distance` bits apart, marked on the higher bit. */
const straightMoves = (own: number, vacant: number, distance: number, pairs: number): number =>
  (((own << distance) & vacant) | ((vacant << distance) & own)) & pairs;

/**
 * Pairs of squares touching by a corner, one level apart: the lower one's piece steps up if the upper square is vacant,
 * the upper one's piece takes a lower piece that is not larger (R7, R9). Each pair gives at most one move to the side
 * to move, unless both squares are its own: then only the upper piece has one.
 *
 * @param far sets over the far squares; `near` ones are shifted onto them
 */
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

/** Bit counts of three words added, still apart in fields of four bits (at most 12 each). */
function threeSets(a: number, b: number, c: number): number {
  return fours(a) + fours(b) + fours(c);
}

function fours(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  return (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
}

const bytes = (fields: number): number => (fields & 0x0f0f0f0f) + ((fields >>> 4) & 0x0f0f0f0f);

/** Sliding moves on one terrace, by own squares * 128 + blocked squares, both gathered as `Slides` tells (R6). */
const slideCounts = countAllSlides();

function countSlides(terraces: Int32Array, own: number, ownN: number, others: number, othersN: number): number {
  let count = 0;
  for (let i = 0; i < terraces.length; i += 3) {
    const mask = terraces[i] ?? 0;
    const multiplier = terraces[i + 1] ?? 0;
    const ends = terraces[i + 2] ?? 0;
    const south = ((Math.imul(own & mask, multiplier) >>> 25) << 7) | (Math.imul(others & mask, multiplier) >>> 25);
    const north = ((Math.imul(ownN & mask, multiplier) >>> 25) << 7) | (Math.imul(othersN & mask, multiplier) >>> 25);
    count += (slideCounts[south | ends] ?? 0) + (slideCounts[north | ends] ?? 0);
  }
  return count;
}

function countAllSlides(): Uint8Array {
  const counts = new Uint8Array(128 * 128);
  for (let blocked = 0; blocked < 128; blocked++) {
    for (let own = 0; own < 128; own++) {
      if (own & blocked) continue;
      let count = 0;
      let pieces = 0;
      let gaps = 0;
      for (let place = 0; place <= 7; place++) {
        if (place === 7 || (blocked >>> place) & 1) {
          count += pieces * gaps;
          pieces = 0;
          gaps = 0;
        } else if ((own >>> place) & 1) pieces++;
        else gaps++;
      }
      counts[own * 128 + blocked] = count;
    }
  }
  return counts;
}
