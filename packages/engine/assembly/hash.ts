import { KINDS } from './layout';

/** Random numbers; a position's key is the exclusive or of the numbers for its properties. */
const PIECES: usize = memory.data(8 * 4 * 5 * 64, 16);
const TURNS: usize = memory.data(8 * 4, 16);
const SIDES_IN_KEYS: usize = memory.data(8 * 16, 16);

export function pieceKey(side: i32, kind: i32, cell: i32): u64 {
  return load<u64>(PIECES + ((<usize>((side * KINDS + kind) * 64 + cell)) << 3));
}
export function turnKey(side: i32): u64 {
  return load<u64>(TURNS + ((<usize>side) << 3));
}
export function sidesInKey(sides: i32): u64 {
  return load<u64>(SIDES_IN_KEYS + ((<usize>sides) << 3));
}

let seed: u64 = 0x9e3779b97f4a7c15;

/** The next number of a fixed sequence (splitmix64, Steele, Lea and Flood 2014). */
export function mix(value: u64): u64 {
  let z = value;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

function fill(at: usize, count: i32): void {
  for (let i = 0; i < count; i++) {
    seed += 0x9e3779b97f4a7c15;
    store<u64>(at + ((<usize>i) << 3), mix(seed));
  }
}

fill(PIECES, 4 * KINDS * 64);
fill(TURNS, 4);
fill(SIDES_IN_KEYS, 16);
