import { attackers, nearAttackers, others, tAttackers } from './attack';
import { goalOf } from './board';
import { mix } from './hash';
import { KEY, PLACED, TS } from './layout';
import { ofSide, ofSize, sidesIn, turnOf } from './position';
import { movesToGoal } from './race';
import { material } from './weights';

/** By moves that the T still needs. */
const RACE: StaticArray<i32> = [600, 420, 300, 220, 165, 125, 95, 72, 54, 40, 28, 18, 10, 4, 0, -40];

/** What having the move is worth. */
const TEMPO: i32 = 12;

/** How far scores are shifted at random, by position and seed: what a weaker player misjudges. */
let noise: i32 = 0;
let noiseSeed: u64 = 0;

export function setNoise(amplitude: i32, seed: i32): void {
  noise = amplitude;
  noiseSeed = mix(<u64>seed + 0x51ed270b);
}

/** A side's part of the evaluation. */
export function standing(p: usize, side: i32): i32 {
  const own = ofSide(p, side);
  let score = load<i32>(p + ((<usize>side) << 2), PLACED);
  score += unchecked(RACE[movesToGoal(p, side)]);
  // A piece on the opponents' goal that no T can take keeps them from arriving.
  const guards = own & ((<u64>1) << goalOf(side ^ 2)) & ~ofSize(p, 1);
  if (guards) score += 60;
  return score - hanging(p, own, side) - (tAttackers(p, side) ? 120 : 0);
}

/** What an opponent could take, in part: less of what is defended. */
function hanging(p: usize, own: u64, side: i32): i32 {
  const foes = others(p, side);
  const ts = load<u64>(p, TS);
  let loss = 0;
  for (let kind = 0; kind < 4; kind++) {
    for (let left = own & ofSize(p, kind + 1) & ~ts; left !== 0; left &= left - 1) {
      const cell = <i32>ctz(left);
      if ((nearAttackers(cell) & foes) === 0) continue;
      const by = attackers(p, cell, kind + 1);
      if (by & foes) loss += by & own ? material(kind) >> 4 : material(kind) / 6;
    }
  }
  return loss;
}

/** The position's worth to a side: its own part less that of those it plays against, more for having the move. */
export function evaluate(p: usize, side: i32): i32 {
  const sides = sidesIn(p);
  let foes = 0;
  let count = 0;
  let best = i32.MIN_VALUE;
  for (let foe = 0; foe < 4; foe++) {
    if (foe === side || ((sides >> foe) & 1) === 0) continue;
    const score = standing(p, foe);
    foes += score;
    best = max(best, score);
    count++;
  }
  let score = standing(p, side);
  if (count === 1) score -= foes;
  else if (count > 1) score -= (foes / count + best) / 2;
  score += turnOf(p) === side ? TEMPO : -TEMPO;
  if (noise > 0) score += <i32>(mix(load<u64>(p, KEY) ^ noiseSeed) % <u64>(2 * noise + 1)) - noise;
  return score;
}
