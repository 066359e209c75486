import { OUTPUT } from './layout';
import { weight } from './weights';

let isCounting: bool = false;

/** From now on, until `count(false)`, `tally` also writes the counts to the output. */
export function count(on: bool): void {
  isCounting = on;
}

/** The contribution of a term that occurs so many times. */
export function tally(index: i32, times: i32): i64 {
  if (isCounting) note(index, times);
  return weight(index) * <i64>times;
}

/** Writes the count of a term that is part of an incremental sum. */
export function note(index: i32, times: i32): void {
  const at = OUTPUT + ((<usize>index) << 2);
  store<i32>(at, load<i32>(at) + times);
}
