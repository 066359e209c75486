import {
  type BoardSize,
  fileOf,
  goalSquare,
  level,
  onBoard,
  rankOf,
  type Square,
  squareAt,
  squares,
  terraces,
} from '../board.ts';
import { SIDES } from '../sides.ts';

/** A cell of the core: half * 32 + bit. The halves mirror each other: same bits for terraces, up and down swapped. */
export const cellOf = (size: BoardSize, square: Square): number => {
  const rank = rankOf(size, square);
  return rank < size / 2 ? square : 32 + (size - 1 - rank) * size + fileOf(size, square);
};

/** The pairs of a direction as masks over the far square (higher rank, or right), by the higher square of the two. */
export interface PairSlopes {
  readonly farHigher: number;
  readonly nearHigher: number;
}

export interface Grid {
  readonly size: BoardSize;
  readonly half: number;
  readonly squareOfCell: readonly Square[];
  readonly cellOfSquare: Uint8Array;
  readonly goals: Uint8Array;
  /** Neighbours by cell, two words each: the cell's own half, then the other. `steps` must be vacant (R7, R8). */
  readonly steps: Int32Array;
  readonly diagonalsDown: Int32Array;
  readonly diagonalsUp: Int32Array;
  readonly straightsUp: Int32Array;
  readonly straightsDown: Int32Array;
  readonly alongTerrace: Int32Array;
  readonly slides: Slides;
  readonly pairs: NeighbourPairs;
}

/**
 * Magic multiplication for slides (R6): `(word & mask) * magic` moves the terrace's squares, in path order, into the
 * highest bits of the product; its seven highest bits with `ends` (the unused ones) are the lookup index. The magics
 * are sums of distinct shifts, and other partial products stay below those seven bits; a test checks every subset.
 */
interface Slides {
  /** By bit of a half: the values of its terrace. */
  readonly mask: Int32Array;
  readonly magic: Int32Array;
  readonly ends: Int32Array;
  /** The same three for every terrace of a half with more than one square, concatenated. */
  readonly ofTerrace: Int32Array;
  /** Squares of the half that a slide reaches, vacant or passable, by bit * 128 + index of blockers. */
  readonly reach: Int32Array;
}

export interface NeighbourPairs {
  /** Straight (R7, R8) and diagonal pairs by direction, for South's half; North's half swaps up and down. */
  readonly across: PairSlopes;
  readonly along: PairSlopes;
  readonly right: PairSlopes;
  readonly left: PairSlopes;
  /** Horizontal and vertical pairs on one terrace, for either half. */
  readonly besideAcross: number;
  readonly besideAlong: number;
  /** Vertical and diagonal pairs across the middle, by their square in North's half. */
  readonly middle: PairSlopes;
  readonly middleRight: PairSlopes;
  readonly middleLeft: PairSlopes;
  /** Bits per rank: the distance of vertically adjacent squares. */
  readonly rank: number;
}

const grids: { [size in BoardSize]?: Grid } = {};

/** The tables of a board, built on first use. */
export function gridOf(size: BoardSize): Grid {
  const known = grids[size];
  if (known) return known;
  const grid = buildGrid(size);
  grids[size] = grid;
  return grid;
}

/** Mirrors a half's squares vertically: North's half into board order, and back. */
export function flipRanks(grid: Grid, half: number): number {
  const { rank } = grid.pairs;
  const ranks = rank / 2;
  const row = (1 << rank) - 1;
  let flipped = 0;
  for (let i = 0; i < ranks; i++) flipped |= ((half >>> (i * rank)) & row) << ((ranks - 1 - i) * rank);
  return flipped;
}

function buildGrid(size: BoardSize): Grid {
  const squareOfCell: Square[] = [];
  for (const square of squares(size)) squareOfCell[cellOf(size, square)] = square;
  const rise = (from: Square, to: Square) => level(size, to) - level(size, from);
  const straight = (from: Square, to: Square) =>
    fileOf(size, from) === fileOf(size, to) || rankOf(size, from) === rankOf(size, to);
  const neighbours = (wanted: (from: Square, to: Square) => boolean): Int32Array => {
    const sets = new Int32Array(128);
    for (const from of squares(size)) {
      const cell = cellOf(size, from);
      for (const to of around(size, from).filter((next) => wanted(from, next))) {
        const other = cellOf(size, to);
        const slot = cell * 2 + (other >>> 5 === cell >>> 5 ? 0 : 1);
        sets[slot] = (sets[slot] ?? 0) | (1 << (other & 31));
      }
    }
    return sets;
  };
  return {
    size,
    half: (size * size) / 2,
    squareOfCell,
    cellOfSquare: Uint8Array.from(squares(size), (square) => cellOf(size, square)),
    goals: Uint8Array.from(SIDES, (side) => cellOf(size, goalSquare(size, side))),
    steps: neighbours((from, to) => rise(from, to) === 1 || (rise(from, to) === -1 && straight(from, to))),
    diagonalsDown: neighbours((from, to) => rise(from, to) === -1 && !straight(from, to)),
    diagonalsUp: neighbours((from, to) => rise(from, to) === 1 && !straight(from, to)),
    straightsUp: neighbours((from, to) => rise(from, to) === 1 && straight(from, to)),
    straightsDown: neighbours((from, to) => rise(from, to) === -1 && straight(from, to)),
    alongTerrace: neighbours((from, to) => rise(from, to) === 0 && straight(from, to)),
    slides: buildSlides(size),
    pairs: buildPairs(size),
  };
}

function around(size: BoardSize, square: Square): Square[] {
  const steps = [-1, 0, 1];
  return steps
    .flatMap((rank) => steps.map((file) => squareAt(size, fileOf(size, square) + file, rankOf(size, square) + rank)))
    .filter((next) => next !== undefined)
    .filter((next) => next !== square);
}

function buildSlides(size: BoardSize): Slides {
  const mask = new Int32Array(32);
  const magic = new Int32Array(32);
  const ends = new Int32Array(32);
  const ofTerrace: number[] = [];
  const reach = new Int32Array(32 * 128);
  for (const path of terraces(size)) {
    if (!path.every((square) => cellOf(size, square) < 32)) continue;
    const bits = path.map((square) => cellOf(size, square));
    const words = findMagic(bits) ?? findMagic(bits.toReversed());
    if (!words) throw new Error(`the terrace ${path.join()} cannot be gathered by one multiplication`);
    if (path.length > 1) ofTerrace.push(words.mask, words.magic, words.ends);
    words.bits.forEach((bit, place) => {
      mask[bit] = words.mask;
      magic[bit] = words.magic;
      ends[bit] = words.ends;
      for (let blocked = 0; blocked < 128; blocked++)
        reach[bit * 128 + blocked] = reachable(words.bits, place, blocked);
    });
  }
  return { mask, magic, ends, ofTerrace: Int32Array.from(ofTerrace), reach };
}

/** Gathers these bits, in this order, at the top of a word; undefined if partial products would collide. */
function findMagic(bits: readonly number[]) {
  const shifts = new Set(bits.map((bit, place) => 32 - bits.length + place - bit));
  if ([...shifts].some((shift) => shift < 0)) return undefined;
  const wanted = new Map(bits.map((bit, place) => [bit, 32 - bits.length + place]));
  const landed = new Set<number>();
  for (const bit of bits) {
    for (const shift of shifts) {
      const place = bit + shift;
      if (place > 31) continue;
      if (landed.has(place) || (place >= 25 && place !== wanted.get(bit))) return undefined;
      landed.add(place);
    }
  }
  return {
    bits,
    mask: bits.reduce((mask, bit) => mask | (1 << bit), 0),
    magic: bits.length === 1 ? 0 : [...shifts].reduce((sum, shift) => sum | (1 << shift), 0),
    ends: (1 << (7 - bits.length)) - 1,
  };
}

function reachable(bits: readonly number[], place: number, blocked: number): number {
  const unused = 7 - bits.length;
  let set = 0;
  for (const step of [-1, 1]) {
    for (let next = place + step; next >= 0 && next < bits.length; next += step) {
      if ((blocked >>> (next + unused)) & 1) break;
      set |= 1 << (bits[next] ?? 0);
    }
  }
  return set;
}

function buildPairs(size: BoardSize): NeighbourPairs {
  const half = (size * size) / 2;
  const height = (bit: number): number => (onBoard(size, bit) ? level(size, bit) : 0);
  const farBits = (file: number, rank: number, wanted: (far: number, near: number) => boolean): number => {
    let mask = 0;
    for (let far = 0; far < half; far++) {
      const nearFile = (far % size) - file;
      const near = far - rank * size - file;
      if (nearFile >= 0 && nearFile < size && near >= 0 && wanted(height(far), height(near))) mask |= 1 << far;
    }
    return mask;
  };
  const slopes = (file: number, rank: number): PairSlopes => ({
    farHigher: farBits(file, rank, (far, near) => far === near + 1),
    nearHigher: farBits(file, rank, (far, near) => near === far + 1),
  });
  const across = (file: number, rise: number): number => {
    let mask = 0;
    for (let far = half - size; far < half; far++) {
      const nearFile = (far % size) - file;
      if (nearFile < 0 || nearFile >= size) continue;
      const farHeight = size + 1 - height(far); // North's half is mirrored
      if (farHeight - height(far - file) === rise) mask |= 1 << far;
    }
    return mask;
  };
  const overMiddle = (file: number): PairSlopes => ({ farHigher: across(file, 1), nearHigher: across(file, -1) });
  return {
    across: slopes(1, 0),
    along: slopes(0, 1),
    right: slopes(1, 1),
    left: slopes(-1, 1),
    besideAcross: farBits(1, 0, (right, left) => right === left),
    besideAlong: farBits(0, 1, (far, near) => far === near),
    middle: overMiddle(0),
    middleRight: overMiddle(1),
    middleLeft: overMiddle(-1),
    rank: size,
  };
}
