import {
  type BoardSize,
  fileOf,
  level,
  onBoard,
  rankOf,
  type Square,
  squareName,
  terraceOf,
  terraces,
} from './board.ts';
import { isLegal } from './legal.ts';
import { outcome } from './outcome.ts';
import type { Piece } from './pieces.ts';
import { type Position, pieceAt } from './position.ts';
import type { Side } from './sides.ts';

export type Illegal =
  | { readonly code: 'game-over' }
  | { readonly code: 'off-board' }
  | { readonly code: 'same-square'; readonly on: string }
  | { readonly code: 'empty-square'; readonly on: string }
  | { readonly code: 'wrong-side'; readonly owner: Side; readonly on: string; readonly turn: Side }
  /** The squares are two or more levels apart; a step changes one level (R7, R8). */
  | { readonly code: 'two-levels'; readonly levels: number }
  /** One level up or down, but not a neighbour (R7, R8). */
  | { readonly code: 'not-adjacent'; readonly way: 'up' | 'down' }
  /** On the same level but another terrace, across the centre of the board (R3). */
  | { readonly code: 'across-the-centre' }
  /** On the same level but the terrace in the opposite corner (R3). */
  | { readonly code: 'off-terrace' }
  /** A piece blocks the terrace; an own one only if larger pieces block slides (R6). */
  | { readonly code: 'blocked'; readonly by: Piece; readonly on: string }
  /** The square is occupied, and this kind of move cannot capture (R6 to R10). */
  | { readonly code: 'occupied'; readonly by: Piece; readonly on: string; readonly way: 'level' | 'up' | 'down' }
  /** Diagonally down to a vacant square (R8, R9). */
  | { readonly code: 'down-diagonal-only-captures' }
  /** The piece is too small for this capture (R9, R10). */
  | { readonly code: 'larger-than-you'; readonly by: Piece; readonly on: string }
  /** Straight up only a smaller piece can be captured (R10). */
  | { readonly code: 'not-smaller-than-you'; readonly by: Piece; readonly on: string };

/** Why the piece on `from` may not move to `to`; undefined if it may. */
export function explainIllegal(position: Position, from: Square, to: Square): Illegal | undefined {
  const { size, turn } = position;
  if (outcome(position)) return { code: 'game-over' };
  if (!onBoard(size, from) || !onBoard(size, to)) return { code: 'off-board' };
  const piece = pieceAt(position, from);
  if (!piece) return { code: 'empty-square', on: squareName(size, from) };
  if (piece.side !== turn) return { code: 'wrong-side', owner: piece.side, on: squareName(size, from), turn };
  if (from === to) return { code: 'same-square', on: squareName(size, from) };
  if (isLegal(position, { from, to })) return undefined;
  const rise = level(size, to) - level(size, from);
  if (rise === 0) return alongLevel(position, from, to, piece);
  if (Math.abs(rise) > 1) return { code: 'two-levels', levels: Math.abs(rise) };
  return oneLevel(position, from, to, rise > 0 ? 'up' : 'down');
}

function alongLevel(position: Position, from: Square, to: Square, piece: Piece): Illegal {
  const { size, rules } = position;
  if (terraceOf(size, from) !== terraceOf(size, to)) {
    const height = level(size, from);
    return height === size / 2 || height === size / 2 + 1 ? { code: 'across-the-centre' } : { code: 'off-terrace' };
  }
  const path = terraces(size)[terraceOf(size, from)] ?? [];
  const step = path.indexOf(to) > path.indexOf(from) ? 1 : -1;
  for (let i = path.indexOf(from) + step; path[i] !== to; i += step) {
    const on = path[i];
    const by = on === undefined ? undefined : pieceAt(position, on);
    if (on === undefined) break;
    if (!by) continue;
    if (by.side !== piece.side || (rules.sliding === 'not-larger' && by.size > piece.size))
      return { code: 'blocked', by, on: squareName(size, on) };
  }
  const by = pieceAt(position, to);
  if (!by) throw new Error('a slide to a vacant square with nothing in the way is legal');
  return rules.capture === 'rank' && straight(size, from, to) && adjacent(size, from, to)
    ? { code: 'larger-than-you', by, on: squareName(size, to) }
    : { code: 'occupied', by, on: squareName(size, to), way: 'level' };
}

function oneLevel(position: Position, from: Square, to: Square, way: 'up' | 'down'): Illegal {
  const { size, rules } = position;
  if (!adjacent(size, from, to)) return { code: 'not-adjacent', way };
  const by = pieceAt(position, to);
  if (!by) return { code: 'down-diagonal-only-captures' };
  if (straight(size, from, to)) {
    return way === 'up' && rules.capture === 'rank'
      ? { code: 'not-smaller-than-you', by, on: squareName(size, to) }
      : { code: 'occupied', by, on: squareName(size, to), way };
  }
  return way === 'down'
    ? { code: 'larger-than-you', by, on: squareName(size, to) }
    : { code: 'occupied', by, on: squareName(size, to), way };
}

const adjacent = (size: BoardSize, from: Square, to: Square): boolean =>
  Math.abs(fileOf(size, from) - fileOf(size, to)) <= 1 && Math.abs(rankOf(size, from) - rankOf(size, to)) <= 1;

const straight = (size: BoardSize, from: Square, to: Square): boolean =>
  fileOf(size, from) === fileOf(size, to) || rankOf(size, from) === rankOf(size, to);
