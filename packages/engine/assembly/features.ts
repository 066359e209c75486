import { attackedBy, attackers, others, tAttackers } from './attack';
import { guardsGoal } from './evaluate';
import { OUTPUT } from './layout';
import { kindAt, ofSide, sidesIn, turnOf } from './position';
import { emptyBoardDistance, isNear, movesToGoal } from './race';
import {
  CLASSES,
  classOf,
  DEFENDED,
  GUARD,
  LOOSE,
  PIECES,
  RACE,
  SAFE_RACE,
  T_ATTACKED,
  TEMPO,
  WEIGHT_COUNT,
} from './weights';

/** The count of each weight for the side to move minus that of the opponent. Only for two sides. */
export function writeFeatures(p: usize): void {
  memory.fill(OUTPUT, 0, 4 * WEIGHT_COUNT);
  const turn = turnOf(p);
  for (let side = 0; side < 4; side++) if ((sidesIn(p) >> side) & 1) count(p, side, side === turn ? 1 : -1);
  add(TEMPO, 1);
}

function add(index: i32, by: i32): void {
  const at = OUTPUT + ((<usize>index) << 2);
  store<i32>(at, load<i32>(at) + by);
}

function count(p: usize, side: i32, by: i32): void {
  const foes = others(p, side);
  const own = ofSide(p, side);
  const far = emptyBoardDistance(p, side);
  const near = isNear(p, side);
  add(RACE + (near ? movesToGoal(p, side, 0) : far), by);
  add(SAFE_RACE + (near ? movesToGoal(p, side, attackedBy(foes)) : far), by);
  if (guardsGoal(p, side)) add(GUARD, by);
  if (tAttackers(p, side)) add(T_ATTACKED, by);
  for (let left = own; left !== 0; left &= left - 1) {
    const cell = <i32>ctz(left);
    const kind = kindAt(p, left & -left);
    add(PIECES + kind * CLASSES + classOf(side, cell), by);
    if (kind === 4) continue;
    const attack = attackers(p, cell, kind + 1);
    if (attack & foes) add((attack & own ? DEFENDED : LOOSE) + kind, by);
  }
}
