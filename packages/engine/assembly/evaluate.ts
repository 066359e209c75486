import { attackedBy, attackers, nearAttackers, others, tAttackers } from './attack';
import { goalOf } from './board';
import { mix } from './hash';
import { KEY, PLACED, TS } from './layout';
import { correction, isUsed } from './network';
import { ofSide, ofSize, sidesIn, turnOf } from './position';
import { emptyBoardDistance, isNear, movesToGoal } from './race';
import { DEFENDED, GUARD, LOOSE, RACE, SAFE_RACE, T_ATTACKED, TEMPO, weight } from './weights';

/** Amplitude of the random error in scores, by position and seed: the misjudgement of weaker players. */
let noise: i32 = 0;
let noiseSeed: u64 = 0;

/** Adds noise to the evaluation, up to so many hundredths of the smallest piece, deterministic by position and seed. */
export function setNoise(amplitude: i32, seed: i32): void {
  noise = amplitude;
  noiseSeed = mix(<u64>seed + 0x51ed270b);
}

/** A side's share of the evaluation. Must match the counts of `features.ts`. */
function evaluateSide(p: usize, side: i32): i32 {
  const own = ofSide(p, side);
  const foes = others(p, side);
  let score = load<i32>(p + ((<usize>side) << 2), PLACED);
  const far = emptyBoardDistance(p, side);
  if (isNear(p, side)) {
    score += weight(RACE + movesToGoal(p, side, 0));
    score += weight(SAFE_RACE + movesToGoal(p, side, attackedBy(foes)));
  } else score += weight(RACE + far) + weight(SAFE_RACE + far);
  if (guardsGoal(p, side)) score += weight(GUARD);
  if (tAttackers(p, side)) score += weight(T_ATTACKED);
  const ts = load<u64>(p, TS);
  for (let kind = 0; kind < 4; kind++) {
    for (let left = own & ofSize(p, kind + 1) & ~ts; left !== 0; left &= left - 1) {
      const cell = <i32>ctz(left);
      if ((nearAttackers(cell) & foes) === 0) continue;
      const by = attackers(p, cell, kind + 1);
      if (by & foes) score += weight((by & own ? DEFENDED : LOOSE) + kind);
    }
  }
  return score;
}

/** Whether the side has a piece on the opponents' goal that their T cannot capture. */
export function guardsGoal(p: usize, side: i32): bool {
  return (ofSide(p, side) & ((<u64>1) << goalOf(side ^ 2)) & ~ofSize(p, 1)) !== 0;
}

/** The evaluation for a side: its own share minus its opponents', plus the bonus for the move. */
export function evaluate(p: usize, side: i32): i32 {
  const sides = sidesIn(p);
  let foes = 0;
  let count = 0;
  let best = i32.MIN_VALUE;
  for (let foe = 0; foe < 4; foe++) {
    if (foe === side || ((sides >> foe) & 1) === 0) continue;
    const score = evaluateSide(p, foe);
    foes += score;
    best = max(best, score);
    count++;
  }
  let score = evaluateSide(p, side);
  if (count === 1) score -= foes;
  else if (count > 1) score -= (foes / count + best) / 2;
  score += turnOf(p) === side ? weight(TEMPO) : -weight(TEMPO);
  if (isUsed) score += turnOf(p) === side ? correction(p, side) : -correction(p, turnOf(p));
  if (noise > 0) score += <i32>(mix(load<u64>(p, KEY) ^ noiseSeed) % <u64>(2 * noise + 1)) - noise;
  return score;
}
