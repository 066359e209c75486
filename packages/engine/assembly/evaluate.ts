import { tAttackers } from './attack';
import { goalOf } from './board';
import { evaluationKey, forgetEvaluations, keepEvaluation, keptEvaluation, NOT_KEPT } from './evaluations';
import { mix } from './hash';
import { KEY, PLACED } from './layout';
import { occupied, ofSide, ofSize, sidesIn, turnOf } from './position';
import { emptyBoardDistance, isNear, movesToGoal } from './race';
import { coveredByOthers, pieceScore, surveyPieces } from './survey';
import { scoreT } from './t-safety';
import { tally } from './tally';
import { blend, GUARD, PHASES, RACE, SAFE_RACE, T_ATTACKED, TEMPO, UNIT, weight } from './weights';

/** Amplitude of the random error in scores, by position and seed: the misjudgement of weaker players. */
let noise: i32 = 0;
let noiseSeed: u64 = 0;

/** Adds noise to the evaluation, up to so many hundredths of the smallest piece, deterministic by position and seed. */
export function setNoise(amplitude: i32, seed: i32): void {
  const mixed = mix(<u64>seed + 0x51ed270b);
  if (noise !== amplitude || noiseSeed !== mixed) forgetEvaluations();
  noise = amplitude;
  noiseSeed = mixed;
}

/** The way of a side's T to its goal, and the guard of the opponents' goal. */
function scoreRace(p: usize, side: i32): i64 {
  let score: i64 = 0;
  const far = emptyBoardDistance(p, side);
  if (isNear(p, side)) {
    score += tally(RACE + movesToGoal(p, side, 0), 1);
    score += tally(SAFE_RACE + movesToGoal(p, side, coveredByOthers(p, side)), 1);
  } else score += tally(RACE + far, 1) + tally(SAFE_RACE + far, 1);
  if (guardsGoal(p, side)) score += tally(GUARD, 1);
  if (tAttackers(p, side)) score += tally(T_ATTACKED, 1);
  return score;
}

/** Whether the side has a piece on the opponents' goal that their T cannot capture. */
function guardsGoal(p: usize, side: i32): bool {
  return (ofSide(p, side) & ((<u64>1) << goalOf(side ^ 2)) & ~ofSize(p, 1)) !== 0;
}

/** The evaluation for a side: its own share minus its opponents', plus the bonus for the move. */
export function evaluate(p: usize, side: i32): i32 {
  const key = evaluationKey(p, side);
  const kept = keptEvaluation(key);
  if (kept !== NOT_KEPT) return kept;
  const score = compute(p, side);
  keepEvaluation(key, score);
  return score;
}

function compute(p: usize, side: i32): i32 {
  const sides = sidesIn(p);
  for (let each = 0; each < 4; each++) if ((sides >> each) & 1) surveyPieces(p, each);
  const phase = phaseOf(p);
  let foes = 0;
  let count = 0;
  let best = i32.MIN_VALUE;
  for (let foe = 0; foe < 4; foe++) {
    if (foe === side || ((sides >> foe) & 1) === 0) continue;
    const share = blend(scoreSide(p, foe), phase);
    foes += share;
    best = max(best, share);
    count++;
  }
  let share = blend(scoreSide(p, side), phase);
  if (count === 1) share -= foes;
  else if (count > 1) share -= (foes / count + best) / 2;
  const tempo = blend(weight(TEMPO), phase);
  share += turnOf(p) === side ? tempo : -tempo;
  let score = share / (PHASES * UNIT);
  if (noise > 0) score += <i32>(mix(load<u64>(p, KEY) ^ noiseSeed) % <u64>(2 * noise + 1)) - noise;
  return score;
}

/** A side's share, after `surveyPieces` for every side. */
export function scoreSide(p: usize, side: i32): i64 {
  return load<i64>(p + ((<usize>side) << 3), PLACED) + pieceScore(side) + scoreT(p, side) + scoreRace(p, side);
}

/** 0 with few pieces, `PHASES` with a full board. */
export function phaseOf(p: usize): i32 {
  return min(<i32>popcnt(occupied(p)), PHASES);
}
