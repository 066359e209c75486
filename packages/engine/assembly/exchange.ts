import { attackers } from './attack';
import { kindAt, occupied, ofSide, ofSize, ownerAt, turnOf } from './position';
import { material } from './weights';

const T_WORTH: i32 = 10000;

const GAINS: usize = memory.data(4 * 32, 16);

export function worth(kind: i32): i32 {
  return kind === 4 ? T_WORTH : material(kind);
}

/** Material result in hundredths of the smallest piece, after profitable recaptures by the first attackers. */
export function exchange(p: usize, move: i32): i32 {
  const from = move & 63;
  const to = (move >> 6) & 63;
  const mover = turnOf(p);
  let taken = worth(kindAt(p, (<u64>1) << to));
  if (ownerAt(p, (<u64>1) << to) === mover) taken = -taken;
  let occupant = kindAt(p, (<u64>1) << from);
  let gone = (<u64>1) << from;
  const own = ofSide(p, mover);
  let ours = false;
  let depth = 0;
  store<i32>(GAINS, taken);
  while (depth < 30) {
    const size = occupant === 4 ? 1 : occupant + 1;
    const by = attackers(p, to, size) & ~gone & (ours ? own : occupied(p) & ~own);
    if (by === 0) break;
    const next = leastOf(p, by);
    depth++;
    store<i32>(GAINS + ((<usize>depth) << 2), worth(occupant) - load<i32>(GAINS + ((<usize>(depth - 1)) << 2)));
    occupant = kindAt(p, next);
    gone |= next;
    ours = !ours;
  }
  while (depth > 0) {
    const before = GAINS + ((<usize>(depth - 1)) << 2);
    store<i32>(before, -max(-load<i32>(before), load<i32>(GAINS + ((<usize>depth) << 2))));
    depth--;
  }
  return load<i32>(GAINS);
}

function leastOf(p: usize, set: u64): u64 {
  for (let size = 1; size <= 3; size++) {
    const some = set & ofSize(p, size);
    if (some) return some & -some;
  }
  return set & -set;
}
