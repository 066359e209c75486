import { type BoardSize, type Square, squares } from './board.ts';
import { gridOf } from './core/grid.ts';
import { PLY, QUIET_PLIES, SIDES_IN, SIZE_HIGH, SIZE_LOW, T, TURN } from './core/layout.ts';
import { ownerOf } from './core/make.ts';
import { RANK_CAPTURE, SLIDE_NOT_LARGER } from './core/rule-flags.ts';
import { type Piece, pieceKind } from './pieces.ts';
import { type Side, sideAt, sideSet, sidesOf } from './sides.ts';

/** House rules of a game: captures (R9, R10) and slides (R6). */
export interface Rules {
  readonly capture: 'standard' | 'rank';
  readonly sliding: 'standard' | 'not-larger';
}

export const STANDARD_RULES: Rules = Object.freeze({ capture: 'standard', sliding: 'standard' });

/** The key of a position's core; not exported from the package. */
export const core: unique symbol = Symbol('core');

/** The position in the words of `core/layout.ts`, which are never written after construction. */
interface Core {
  readonly ruleFlags: number;
  readonly quietLimit: number;
  readonly words: Int32Array;
}

/** A valid position; immutable. Read squares with `pieceAt` and `pieces`. */
export interface Position {
  readonly size: BoardSize;
  readonly rules: Rules;
  /** Side to move; after the end, the side that would move (R14). */
  readonly turn: Side;
  /** Sides at the start of the game, in turn order from South (R24). */
  readonly seats: readonly Side[];
  /** Eliminated sides, in turn order from South rather than by time (R14, R15). */
  readonly out: readonly Side[];
  readonly quiet: number;
  readonly ply: number;
  readonly [core]: Core;
}

const rulesByFlags: readonly Rules[] = [
  STANDARD_RULES,
  Object.freeze({ capture: 'rank', sliding: 'standard' }),
  Object.freeze({ capture: 'standard', sliding: 'not-larger' }),
  Object.freeze({ capture: 'rank', sliding: 'not-larger' }),
];

/** Consecutive quiet plies that draw the game (R16). */
export const quietLimit = (seats: readonly Side[]): number => 100 * seats.length;

export type Frame = Pick<Position, 'size' | 'rules' | 'seats'>;

/** A position that takes over these words; they must not be written afterwards. */
export function createPosition({ size, rules, seats }: Frame, words: Int32Array): Position {
  const ruleFlags =
    (rules.capture === 'rank' ? RANK_CAPTURE : 0) | (rules.sliding === 'not-larger' ? SLIDE_NOT_LARGER : 0);
  return {
    size,
    rules: rulesByFlags[ruleFlags] ?? STANDARD_RULES,
    turn: sideAt(words[TURN] ?? 0),
    seats,
    out: sidesOf(sideSet(seats) & ~(words[SIDES_IN] ?? 0)),
    quiet: words[QUIET_PLIES] ?? 0,
    ply: words[PLY] ?? 0,
    [core]: { ruleFlags, quietLimit: quietLimit(seats), words },
  };
}

/** The piece on a square; undefined if it is vacant. */
export function pieceAt(position: Position, square: Square): Piece | undefined {
  const { words } = position[core];
  const cell = gridOf(position.size).cellOfSquare[square];
  if (cell === undefined) return undefined;
  const half = cell >>> 5;
  const bit = cell & 31;
  const owner = ownerOf(words, half, 1 << bit);
  if (owner < 0) return undefined;
  const at = (set: number): number => ((words[set + half] ?? 0) >>> bit) & 1;
  return pieceKind(owner, at(SIZE_LOW) + at(SIZE_HIGH) * 2 + 1, at(T) === 1);
}

/** All pieces with their squares, in board order (a1, b1, ...). */
export function pieces(position: Position): readonly { readonly square: Square; readonly piece: Piece }[] {
  return squares(position.size).flatMap((square) => {
    const piece = pieceAt(position, square);
    return piece ? [{ square, piece }] : [];
  });
}

/** Sides in play, in turn order from South. */
export const sidesIn = (position: Position): readonly Side[] => sidesOf(position[core].words[SIDES_IN] ?? 0);
