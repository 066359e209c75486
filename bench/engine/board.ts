import type { Move, Position, Square } from '@terrace/rules';
import { lowestBit } from '../../packages/rules/src/core/bits.ts';
import { nextIn } from '../../packages/rules/src/core/eliminate.ts';
import { generate, MAX_MOVES } from '../../packages/rules/src/core/generate.ts';
import { type Grid, gridOf } from '../../packages/rules/src/core/grid.ts';
import {
  DECIDED,
  QUIET_PLIES,
  REPETITION_WORDS,
  SIDES_IN,
  SIZE_HIGH,
  SIZE_LOW,
  T,
  TURN,
} from '../../packages/rules/src/core/layout.ts';
import { encode, make, UNDO_WORDS, unmake } from '../../packages/rules/src/core/make.ts';
import { targetContext, targetsOf } from '../../packages/rules/src/core/piece-targets.ts';
import { core, createPosition, type Frame } from '../../packages/rules/src/position.ts';

export { MAX_MOVES };

const MAX_PLIES = 1024;

export const DRAWN = -1;
export const ONGOING = -2;

/**
 * A position changed in place with the internal moves of the rules, so that a search visits millions of moves a second
 * and follows the real rules. Moves are encoded as in the rules: cell + cell * 64. Sides are indexes of `SIDES`.
 * Repetition is not checked.
 */
export class Board {
  readonly grid: Grid;
  readonly words: Int32Array;
  readonly frame: Frame;
  readonly #ruleFlags: number;
  readonly #quietLimit: number;
  readonly #undo = new Int32Array(UNDO_WORDS * MAX_PLIES);
  low = 0;
  high = 0;
  #height = 0;

  constructor(position: Position) {
    this.grid = gridOf(position.size);
    this.words = position[core].words.slice();
    this.frame = position;
    this.#ruleFlags = position[core].ruleFlags;
    this.#quietLimit = position[core].quietLimit;
  }

  /** Copies the position of another board of the same game, without its history. */
  copy(other: Board): void {
    this.words.set(other.words);
    this.#height = 0;
  }

  get turn(): number {
    return this.words[TURN] ?? 0;
  }

  /** Bit set of the sides still in the game. */
  get sidesIn(): number {
    return this.words[SIDES_IN] ?? 0;
  }

  get quiet(): number {
    return this.words[QUIET_PLIES] ?? 0;
  }

  /**
   * The winner's index in `SIDES`, `DRAWN` for the quiet limit, else `ONGOING`. Does not check whether a side has no
   * moves.
   */
  get result(): number {
    const decided = this.words[DECIDED] ?? 0;
    if (decided !== 0) return decided >>> 2;
    return this.quiet >= this.#quietLimit ? DRAWN : ONGOING;
  }

  /** Writes the legal moves from `first` on, even if the game is over. @returns the index after the last one */
  generate(moves: Uint16Array, first: number): number {
    return generate(this.grid, this.#ruleFlags, this.words, moves, first);
  }

  make(move: number): void {
    make(this.grid, this.words, move, this.#undo, this.#height++ * UNDO_WORDS);
  }

  unmake(move: number): void {
    unmake(this.words, move, this.#undo, --this.#height * UNDO_WORDS);
  }

  next(side: number): number {
    return nextIn(this.words, side);
  }

  /** The side of the captured piece, or -1. */
  victim(move: number): number {
    const half = (move >>> 11) & 1;
    const bit = (move >>> 6) & 31;
    for (let side = 0; side < 4; side++) if (((this.words[side * 2 + half] ?? 0) >>> bit) & 1) return side;
    return -1;
  }

  /** 0 on a vacant cell, 1 to 4 by size, 5 for a T. */
  kind(cell: number): number {
    const half = cell >>> 5;
    const bit = cell & 31;
    const at = (set: number): number => ((this.words[set + half] ?? 0) >>> bit) & 1;
    const { words } = this;
    const all = (words[half] ?? 0) | (words[2 + half] ?? 0) | (words[4 + half] ?? 0) | (words[6 + half] ?? 0);
    if (((all >>> bit) & 1) === 0) return 0;
    return at(T) ? 5 : at(SIZE_LOW) + at(SIZE_HIGH) * 2 + 1;
  }

  /** Whether the side to move can win at once (R13, R14). */
  canWinNow(): boolean {
    const { words } = this;
    const me = this.turn;
    const left = this.sidesIn;
    const context = targetContext(this.grid, this.#ruleFlags, words);
    const goal = this.grid.goals[me] ?? 0;
    for (let half = 0; half < 2; half++) {
      const t = (words[T + half] ?? 0) & (words[me * 2 + half] ?? 0);
      if (t && (targetsOf(context, half * 32 + lowestBit(t), goal >>> 5) >>> (goal & 31)) & 1) return true;
    }
    const others = left & ~(1 << me);
    if ((others & (others - 1)) !== 0) return false; // capturing one of several Ts leaves the others
    for (let half = 0; half < 2; half++) {
      const prey = (words[T + half] ?? 0) & ~(words[me * 2 + half] ?? 0);
      if (!prey) continue;
      for (let from = 0; from < 2; from++) {
        for (let own = words[me * 2 + from] ?? 0; own !== 0; own &= own - 1) {
          if (targetsOf(context, from * 32 + lowestBit(own), half) & prey) return true;
        }
      }
    }
    return false;
  }

  /** Whether a move captures nothing and threatens no win in one. */
  isQuiet(move: number): boolean {
    const me = this.turn;
    if (this.victim(move) >= 0) return false;
    this.make(move);
    const next = this.turn;
    this.words[TURN] = me;
    const threatens = this.canWinNow();
    this.words[TURN] = next;
    this.unmake(move);
    return !threatens;
  }

  /** Writes a hash of the position as defined by R16 (pieces, turn, sides in) to `low` and `high`. */
  hash(seed: number): void {
    let low = 0x9e3779b9 ^ seed;
    let high = 0x85ebca6b;
    for (let i = 0; i < REPETITION_WORDS; i++) {
      const word = this.words[i] ?? 0;
      low = Math.imul(low ^ word, 0x9e3779b1);
      low = (low << 13) | (low >>> 19);
      high = Math.imul(high ^ word ^ (low >>> 15), 0xc2b2ae3d);
      high = (high << 17) | (high >>> 15);
    }
    low = Math.imul(low ^ (low >>> 16) ^ high, 0x27d4eb2f);
    this.low = low ^ (low >>> 15);
    this.high = high ^ (high >>> 16);
  }

  toPosition(): Position {
    return createPosition(this.frame, this.words.slice());
  }

  toMove(move: number): Move {
    return { from: this.#square(move & 63), to: this.#square(move >>> 6) };
  }

  fromMove({ from, to }: Move): number {
    return encode(this.grid.cellOfSquare[from] ?? 0, this.grid.cellOfSquare[to] ?? 0);
  }

  #square(cell: number): Square {
    const square = this.grid.squareOfCell[cell];
    if (square === undefined) throw new RangeError(`no cell ${cell}`);
    return square;
  }
}

export function allMoves(board: Board): readonly number[] {
  if (board.result !== ONGOING) return [];
  const moves = new Uint16Array(MAX_MOVES);
  return [...moves.subarray(0, board.generate(moves, 0))];
}
