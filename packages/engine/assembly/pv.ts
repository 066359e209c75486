/** Principal variations, one per ply of the search: at most 128 moves and the length. */
const LINES: usize = memory.data(4 * 128 * 128, 16);
const LENGTHS: usize = memory.data(4 * 129, 16);

function moveAt(ply: i32, index: i32): usize {
  return LINES + ((<usize>((ply << 7) + index)) << 2);
}

export function pvLength(): i32 {
  return load<i32>(LENGTHS);
}
export function pvMove(index: i32): i32 {
  return load<i32>(moveAt(0, index));
}

export function startPv(ply: i32): void {
  store<i32>(LENGTHS + ((<usize>ply) << 2), 0);
}

/** Sets this ply's variation to the move and the next ply's variation. */
export function setPv(ply: i32, move: i32): void {
  store<i32>(moveAt(ply, 0), move);
  const length = load<i32>(LENGTHS + ((<usize>(ply + 1)) << 2));
  memory.copy(moveAt(ply, 1), moveAt(ply + 1, 0), (<usize>length) << 2);
  store<i32>(LENGTHS + ((<usize>ply) << 2), length + 1);
}
