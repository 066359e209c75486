import { assemble } from '../assemble.ts';
import { type BoardSize, parseSquare, type Square, squareName } from '../board.ts';
import { legalMoves, type Move } from '../legal.ts';
import type { Piece } from '../pieces.ts';
import { type Position, pieces, type Rules, STANDARD_RULES } from '../position.ts';
import { isSide, SIDES, type Side } from '../sides.ts';

export function at(name: string, size: BoardSize = 8): Square {
  const square = parseSquare(size, name);
  if (square === undefined) throw new Error(`no square ${name}`);
  return square;
}

interface Rest {
  readonly size?: BoardSize;
  readonly rules?: Partial<Rules>;
  readonly seats?: readonly Side[];
  readonly quiet?: number;
}

/** A board for a test: `setUp('south', { c6: 'south C', b5: 'north T' })`. A T is not required. */
export function setUp(turn: Side, stand: Readonly<Record<string, string>>, rest: Rest = {}): Position {
  const { size = 8, rules, seats, quiet = 0 } = rest;
  const placed = placePieces(stand, size);
  const named = SIDES.filter((side) => [...placed.values()].some((one) => one.side === side));
  return assemble({
    size,
    rules: { ...STANDARD_RULES, ...rules },
    seats: seats ?? (named.length > 1 ? named : ['south', 'north']),
    out: [],
    turn,
    pieces: placed,
    quiet,
    ply: 1,
  });
}

export const placePieces = (stand: Readonly<Record<string, string>>, size: BoardSize = 8): ReadonlyMap<Square, Piece> =>
  new Map(Object.entries(stand).map(([name, text]) => [at(name, size), piece(text)]));

function piece(text: string): Piece {
  const [side = '', letter = ''] = text.split(' ');
  const sizes = { T: 1, A: 1, B: 2, C: 3, D: 4 } as const;
  if (!isSide(side)) throw new Error(`no side ${side}`);
  if (letter !== 'T' && letter !== 'A' && letter !== 'B' && letter !== 'C' && letter !== 'D') throw new Error(letter);
  return { side, size: sizes[letter], t: letter === 'T' };
}

/** Names of the squares that the piece on `from` may move to, in alphabetical order. */
export const targetsFrom = (position: Position, from: string): readonly string[] =>
  legalMoves(position)
    .filter((move) => move.from === at(from, position.size))
    .map((move) => squareName(position.size, move.to))
    .sort();

export const moveOf = (from: string, to: string, size: BoardSize = 8): Move => ({
  from: at(from, size),
  to: at(to, size),
});

/** Pieces by the name of their square, for comparing boards. */
export const piecesBySquare = (position: Position): Readonly<Record<string, Piece>> =>
  Object.fromEntries(pieces(position).map((one) => [squareName(position.size, one.square), one.piece]));
