import { phaseOf, scoreSide } from './evaluate';
import { OUTPUT } from './layout';
import { kindAt, ofSide, sidesIn } from './position';
import { surveyPieces } from './survey';
import { count, note } from './tally';
import { CLASSES, classOf, PIECES, WEIGHT_COUNT } from './weights';

/** Writes the counts of all weights in a side's share of the evaluation. @returns the phase */
export function writeFeatures(p: usize, side: i32): i32 {
  memory.fill(OUTPUT, 0, 4 * WEIGHT_COUNT);
  for (let each = 0; each < 4; each++) if (each !== side && (sidesIn(p) >> each) & 1) surveyPieces(p, each);
  count(true);
  surveyPieces(p, side);
  scoreSide(p, side);
  count(false);
  for (let left = ofSide(p, side); left !== 0; left &= left - 1) {
    note(PIECES + kindAt(p, left & -left) * CLASSES + classOf(side, <i32>ctz(left)), 1);
  }
  return phaseOf(p);
}
