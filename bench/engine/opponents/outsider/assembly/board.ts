/** Geometry of the board (R1 to R3) as lists of squares. A square is rank * size + file, a1 = 0. */

let size: i32 = 0;
let squares: i32 = 0;

/** By square, up to `WIDTH` squares, terminated by `NONE`. */
export const WIDTH: i32 = 8;
export const NONE: i32 = -1;

/** Squares one level higher, straight and diagonal (R7). */
export const UPS = new StaticArray<i32>(64 * WIDTH);
/** Squares one level lower, straight (R8). */
export const DOWNS = new StaticArray<i32>(64 * WIDTH);
/** Squares one level lower, diagonal: the targets of captures (R9). */
export const VICTIMS = new StaticArray<i32>(64 * WIDTH);
/** Squares one level higher, diagonal: from here a piece can be captured (R9). */
export const CAPTORS = new StaticArray<i32>(64 * WIDTH);
/** The two ways along a terrace: squares in order of distance (R6). */
export const WAYS = new StaticArray<i32>(64 * 2 * WIDTH);

export const LEVELS = new StaticArray<i32>(64);

/** Moves between two squares on an empty board, without captures. */
export const MOVES_BETWEEN = new StaticArray<i32>(64 * 64);
/** Moves until a piece on the first square attacks the second, on an empty board. */
export const MOVES_TO_ATTACK = new StaticArray<i32>(64 * 64);

/** The goal square of South (0) or North (1) (R12). */
export function goalOf(side: i32): i32 {
  return side === 0 ? squares - 1 : 0;
}

export function layOut(edge: i32): void {
  if (edge === size) return;
  size = edge;
  squares = edge * edge;
  for (let square = 0; square < squares; square++) unchecked((LEVELS[square] = levelOf(square)));
  for (let square = 0; square < squares; square++) {
    listNeighbours(UPS, square, 1, true, true);
    listNeighbours(DOWNS, square, -1, true, false);
    listNeighbours(VICTIMS, square, -1, false, true);
    listNeighbours(CAPTORS, square, 1, false, true);
    listWays(square);
  }
  measureDistances();
}

function levelOf(square: i32): i32 {
  const file = square % size;
  const rank = square / size;
  return min(max(file, rank), max(size - 1 - file, size - 1 - rank)) + 1;
}

/** The square in this direction, or `NONE` beyond the edge. */
function neighbour(square: i32, right: i32, up: i32): i32 {
  const file = (square % size) + right;
  const rank = square / size + up;
  return file < 0 || rank < 0 || file >= size || rank >= size ? NONE : rank * size + file;
}

function listNeighbours(list: StaticArray<i32>, square: i32, rise: i32, straight: bool, diagonal: bool): void {
  let count = 0;
  for (let up = -1; up <= 1; up++) {
    for (let right = -1; right <= 1; right++) {
      const isDiagonal = up !== 0 && right !== 0;
      if ((up === 0 && right === 0) || !(isDiagonal ? diagonal : straight)) continue;
      const near = neighbour(square, right, up);
      if (near !== NONE && levelOf(near) - levelOf(square) === rise) list[square * WIDTH + count++] = near;
    }
  }
  list[square * WIDTH + count] = NONE;
}

function listWays(square: i32): void {
  let ways = 0;
  for (let turn = 0; turn < 4; turn++) {
    const first = alongTerrace(square, NONE, turn);
    if (first === NONE) continue;
    let count = 0;
    let before = square;
    let at = first;
    while (at !== NONE) {
      WAYS[(square * 2 + ways) * WIDTH + count++] = at;
      const next = nextOnTerrace(at, before);
      before = at;
      at = next;
    }
    WAYS[(square * 2 + ways) * WIDTH + count] = NONE;
    ways++;
  }
  for (; ways < 2; ways++) WAYS[(square * 2 + ways) * WIDTH] = NONE;
}

/** The neighbour on the same terrace in one of four directions, unless it is the excepted one. */
function alongTerrace(square: i32, except: i32, turn: i32): i32 {
  const right = turn === 0 ? 1 : turn === 2 ? -1 : 0;
  const up = turn === 1 ? 1 : turn === 3 ? -1 : 0;
  const near = neighbour(square, right, up);
  return near !== NONE && near !== except && levelOf(near) === levelOf(square) ? near : NONE;
}

function nextOnTerrace(square: i32, before: i32): i32 {
  for (let turn = 0; turn < 4; turn++) {
    const near = alongTerrace(square, before, turn);
    if (near !== NONE) return near;
  }
  return NONE;
}

const FAR: i32 = 15;

function measureDistances(): void {
  for (let from = 0; from < squares; from++) spreadFrom(from);
  for (let from = 0; from < squares; from++) {
    for (let target = 0; target < squares; target++) {
      let nearest = FAR;
      for (let at = target * WIDTH; CAPTORS[at] !== NONE; at++) {
        nearest = min(nearest, MOVES_BETWEEN[from * 64 + CAPTORS[at]]);
      }
      MOVES_TO_ATTACK[from * 64 + target] = nearest;
    }
  }
}

/** Breadth-first search over the empty board. */
function spreadFrom(from: i32): void {
  for (let to = 0; to < squares; to++) MOVES_BETWEEN[from * 64 + to] = to === from ? 0 : FAR;
  for (let moves = 0; moves < FAR; moves++) {
    for (let at = 0; at < squares; at++) {
      if (MOVES_BETWEEN[from * 64 + at] !== moves) continue;
      reach(from, UPS, at * WIDTH, moves + 1);
      reach(from, DOWNS, at * WIDTH, moves + 1);
      reach(from, WAYS, at * 2 * WIDTH, moves + 1);
      reach(from, WAYS, (at * 2 + 1) * WIDTH, moves + 1);
    }
  }
}

function reach(from: i32, list: StaticArray<i32>, start: i32, moves: i32): void {
  for (let i = start; list[i] !== NONE; i++) {
    const at = from * 64 + list[i];
    if (MOVES_BETWEEN[at] > moves) MOVES_BETWEEN[at] = moves;
  }
}
