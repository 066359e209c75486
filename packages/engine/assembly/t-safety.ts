import { nearAttackers, others } from './attack';
import { full, notLarger, STEPS, slide } from './board';
import { TS } from './layout';
import { guardingSquares, HUNTING_MOVES, huntingSquares } from './near-t';
import { occupied, ofSide, ofSize, tCell } from './position';
import { coveredBy, coveredByOthers, reachedByOthers } from './survey';
import { tally } from './tally';
import { CROWD, ESCAPES, GUARDED_ENTRIES, GUARDS, HUNTERS, OPEN_ENTRIES, TRAPPED } from './weights';

/** The safety of a side's T, after `surveyPieces` for every side. An entry is a square from which the T is attacked. */
export function scoreT(p: usize, side: i32): i64 {
  const cell = tCell(p, side);
  if (cell === 64) return 0;
  const own = ofSide(p, side);
  const foes = others(p, side);
  const vacant = ~occupied(p) & full;
  const entries = nearAttackers(cell) & vacant & reachedByOthers(p, side);
  const guarded = min(<i32>popcnt(entries & coveredBy(side)), 3);
  const open = min(<i32>popcnt(entries & ~coveredBy(side)), 3);
  const blockers = notLarger ? foes | (own & ~ofSize(p, 1)) : foes;
  const steps = (slide(cell, blockers) | load<u64>(STEPS + ((<usize>cell) << 3))) & vacant;
  const escapes = min(<i32>popcnt(steps & ~coveredByOthers(p, side)), 4);
  let score = tally(OPEN_ENTRIES + open, 1) + tally(GUARDED_ENTRIES + guarded, 1) + tally(ESCAPES + escapes, 1);
  if (escapes === 0 && open > 0) score += tally(TRAPPED, 1);
  const guards = own & guardingSquares(cell) & ~load<u64>(p, TS);
  score += tally(GUARDS + min(<i32>popcnt(guards), 4), 1);
  return score + scoreHunters(p, cell, foes & ~load<u64>(p, TS));
}

/** Opponents' pieces near the T, by the moves they need to attack it. */
function scoreHunters(p: usize, cell: i32, foes: u64): i64 {
  let score: i64 = 0;
  let near = nearAttackers(cell);
  for (let moves = 1; moves <= HUNTING_MOVES; moves++) {
    const squares = huntingSquares(cell, moves);
    if (moves < HUNTING_MOVES) near |= squares;
    const hunters = foes & squares;
    if (hunters === 0) continue;
    for (let kind = 0; kind < 4; kind++) {
      const count = <i32>popcnt(hunters & ofSize(p, kind + 1));
      if (count) score += tally(HUNTERS + (moves - 1) * 4 + kind, count);
    }
  }
  return score + tally(CROWD + min(<i32>popcnt(foes & near), 7), 1);
}
