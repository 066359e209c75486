/** By side: the cell where its T wins (R12). */
const GOAL_CELLS: usize = memory.data(4 * 4, 16);

export let size: i32 = 0;
export let full: u64 = 0;
/** House rules R10 and R6. */
export let rankCapture: bool = false;
export let notLarger: bool = false;
export let largest: i32 = 4;
/** Quiet plies that draw (R16). */
export let quietLimit: i32 = 200;

/** Sets by cell: neighbours one level higher, one level lower, and on the same terrace. */
export const UP_STRAIGHT: usize = memory.data(8 * 64, 16);
export const UP_DIAGONAL: usize = memory.data(8 * 64, 16);
export const UP: usize = memory.data(8 * 64, 16);
export const DOWN_STRAIGHT: usize = memory.data(8 * 64, 16);
export const DOWN_DIAGONAL: usize = memory.data(8 * 64, 16);
export const ALONG: usize = memory.data(8 * 64, 16);
/** By cell: vacant neighbours are reachable by steps up or straight down. */
export const STEPS: usize = memory.data(8 * 64, 16);
/** By cell: squares from which a piece steps here if this cell is vacant. */
export const STEPS_BACK: usize = memory.data(8 * 64, 16);
let firsts: u64 = 0;
let lasts: u64 = 0;

/** By cell: the first cell of its terrace, as the shift that moves the terrace to the lowest bits. */
const FIRST: usize = memory.data(4 * 64, 16);
/** Reachable squares by cell * 128 + blockers on its terrace (seven bits from its first cell), in the same bits. */
const SLIDES: usize = memory.data(64 * 128, 16);

const CELLS: usize = memory.data(64);
const SQUARES: usize = memory.data(64);

export function cellOf(square: i32): i32 {
  return load<u8>(CELLS + square);
}
export function squareOf(cell: i32): i32 {
  return load<u8>(SQUARES + cell);
}
export function goalOf(side: i32): i32 {
  return load<i32>(GOAL_CELLS + ((<usize>side) << 2));
}

function levelAt(file: i32, rank: i32): i32 {
  const near = max(file, rank);
  const far = max(size - 1 - file, size - 1 - rank);
  return min(near, far) + 1;
}

function levelOf(cell: i32): i32 {
  const square = squareOf(cell);
  return levelAt(square % size, square / size);
}

/** Squares that a piece reaches along its terrace, including the blockers it meets (R6). */
export function slide(cell: i32, blockers: u64): u64 {
  const first = <u64>load<u32>(FIRST + ((<usize>cell) << 2));
  const index = ((<usize>cell) << 7) | <usize>((blockers >> first) & 127);
  return (<u64>load<u8>(SLIDES + index)) << first;
}

/** Cells reachable along terraces through `free` cells, including the start cells (R6). */
export function slideAll(cells: u64, free: u64): u64 {
  let up = cells;
  let pass = free & ~firsts;
  up |= pass & (up << 1);
  pass &= pass << 1;
  up |= pass & (up << 2);
  pass &= pass << 2;
  up |= pass & (up << 4); // a terrace has at most seven squares
  let down = cells;
  pass = free & ~lasts;
  down |= pass & (down >> 1);
  pass &= pass >> 1;
  down |= pass & (down >> 2);
  pass &= pass >> 2;
  down |= pass & (down >> 4);
  return up | down;
}

/** The neighbours of these cells on their terraces. */
export function terraceNeighbours(cells: u64): u64 {
  return ((cells << 1) & ~firsts) | ((cells >> 1) & ~lasts);
}

/** Initializes a board and its rules. @param seats bit set of the sides that play @returns whether anything changed */
export function layOut(boardSize: i32, rank: bool, larger: bool, seats: i32): bool {
  const limit = 100 * popcnt<i32>(seats);
  const same = boardSize === size && rank === rankCapture && larger === notLarger && limit === quietLimit;
  rankCapture = rank;
  notLarger = larger;
  quietLimit = limit;
  if (boardSize !== size) {
    size = boardSize;
    largest = boardSize === 8 ? 4 : 3;
    full = boardSize === 8 ? ~0 : ((<u64>1) << 36) - 1;
    numberCells();
    linkCells();
  }
  return !same;
}

/** Numbers the cells terrace by terrace from one end (R3), and fills the slide tables. */
function numberCells(): void {
  memory.fill(CELLS, 255, 64);
  firsts = 0;
  lasts = 0;
  let next = 0;
  for (let square = 0; square < size * size; square++) {
    if (load<u8>(CELLS + square) !== 255 || countTerraceNeighbours(square, -1) !== 1) continue;
    const first = next;
    let at = square;
    while (at >= 0) {
      store<u8>(CELLS + at, <u8>next);
      store<u8>(SQUARES + next, <u8>at);
      store<u32>(FIRST + (next << 2), first);
      next++;
      at = nextOnTerrace(at);
    }
    firsts |= (<u64>1) << first;
    lasts |= (<u64>1) << (next - 1);
    for (let cell = first; cell < next; cell++) fillSlides(cell, cell - first, next - first);
  }
}

/** Number of neighbours on a square's own terrace; 1 for the single square of a terrace without any. */
function countTerraceNeighbours(square: i32, except: i32): i32 {
  let count = 0;
  for (let way = 0; way < 4; way++) {
    const near = neighbour(square, way);
    if (near >= 0 && near !== except && sameLevel(square, near)) count++;
  }
  return max(count, 1);
}

function nextOnTerrace(square: i32): i32 {
  for (let way = 0; way < 4; way++) {
    const near = neighbour(square, way);
    if (near >= 0 && load<u8>(CELLS + near) === 255 && sameLevel(square, near)) return near;
  }
  return -1;
}

function sameLevel(one: i32, other: i32): bool {
  return levelAt(one % size, one / size) === levelAt(other % size, other / size);
}

/** The neighbouring square, or -1. @param way 0 to 3 straight, 4 to 7 diagonal */
function neighbour(square: i32, way: i32): i32 {
  const dx = way < 2 ? (way << 1) - 1 : way < 4 ? 0 : ((way & 1) << 1) - 1;
  const dy = way < 2 ? 0 : way < 4 ? ((way & 1) << 1) - 1 : (way & 2) - 1;
  const file = (square % size) + dx;
  const rank = square / size + dy;
  return file < 0 || rank < 0 || file >= size || rank >= size ? -1 : rank * size + file;
}

function fillSlides(cell: i32, place: i32, length: i32): void {
  for (let blockers = 0; blockers < 128; blockers++) {
    let reached = 0;
    for (let to = place + 1; to < length && ((blockers >> to) & 1) === 0; to++) reached |= 1 << to;
    for (let to = place - 1; to >= 0 && ((blockers >> to) & 1) === 0; to--) reached |= 1 << to;
    store<u8>(SLIDES + (cell << 7) + blockers, <u8>reached);
  }
}

function linkCells(): void {
  for (let cell = 0; cell < size * size; cell++) {
    const square = squareOf(cell);
    const level = levelOf(cell);
    let upStraight: u64 = 0;
    let upDiagonal: u64 = 0;
    let downStraight: u64 = 0;
    let downDiagonal: u64 = 0;
    let along: u64 = 0;
    for (let way = 0; way < 8; way++) {
      const near = neighbour(square, way);
      if (near < 0) continue;
      const bit = (<u64>1) << cellOf(near);
      const rise = levelOf(cellOf(near)) - level;
      if (rise === 1 && way < 4) upStraight |= bit;
      if (rise === 1 && way >= 4) upDiagonal |= bit;
      if (rise === -1 && way < 4) downStraight |= bit;
      if (rise === -1 && way >= 4) downDiagonal |= bit;
      if (rise === 0 && way < 4) along |= bit;
    }
    const at: usize = (<usize>cell) << 3;
    store<u64>(UP_STRAIGHT + at, upStraight);
    store<u64>(UP_DIAGONAL + at, upDiagonal);
    store<u64>(UP + at, upStraight | upDiagonal);
    store<u64>(DOWN_STRAIGHT + at, downStraight);
    store<u64>(DOWN_DIAGONAL + at, downDiagonal);
    store<u64>(ALONG + at, along);
    store<u64>(STEPS + at, upStraight | upDiagonal | downStraight);
    store<u64>(STEPS_BACK + at, downStraight | downDiagonal | upStraight);
  }
  const low = cellOf(0);
  const high = cellOf(size * size - 1);
  store<i32>(GOAL_CELLS, high); // R12: South and West cross to the far corner
  store<i32>(GOAL_CELLS, high, 4);
  store<i32>(GOAL_CELLS, low, 8);
  store<i32>(GOAL_CELLS, low, 12);
}
