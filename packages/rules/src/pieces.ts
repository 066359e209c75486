import { SIDES, type Side, sideIndex } from './sides.ts';

/** 1 is the smallest (A), 4 the largest (D); the 6x6 board stops at 3 (R4). */
export type Size = 1 | 2 | 3 | 4;

/** A piece of a side; the T has size 1 (R4). */
export interface Piece {
  readonly side: Side;
  readonly size: Size;
  readonly t: boolean;
}

/** The largest size on a board (R4). */
export const largestSize = (boardSize: number): Size => (boardSize === 8 ? 4 : 3);

/** Only South and North together have letters without primes; other seats use those of three and four seats (R5). */
const southAgainstNorth = (seats: readonly string[]): boolean =>
  seats.length === 2 && seats.includes('south') && seats.includes('north');

const letterStyles = (seats: readonly string[]): Readonly<Record<Side, { upper: boolean; prime: boolean }>> =>
  southAgainstNorth(seats)
    ? { south: plain(false), north: plain(true), east: primed(true), west: primed(false) }
    : { south: plain(false), east: plain(true), north: primed(false), west: primed(true) };

const plain = (upper: boolean) => ({ upper, prime: false });
const primed = (upper: boolean) => ({ upper, prime: true });

/** `t a b c d` with the case and prime of the side among these seats: `d`, `T`, `c'` (R5). */
export function pieceLetter(piece: Piece, seats: readonly Side[]): string {
  const { upper, prime } = letterStyles(seats)[piece.side];
  const letter = piece.t ? 't' : ' abcd'.charAt(piece.size);
  return (upper ? letter.toUpperCase() : letter) + (prime ? "'" : '');
}

/** The piece of a letter among these seats; undefined if no seat has it (R5). */
export function pieceOfLetter(text: string, seats: readonly Side[]): Piece | undefined {
  const letter = text.charAt(0);
  const prime = text.charAt(1) === "'";
  if (text.length !== (prime ? 2 : 1)) return undefined;
  const size = 'tabcd'.indexOf(letter.toLowerCase());
  if (letter === '' || size < 0) return undefined;
  const upper = letter !== letter.toLowerCase();
  const look = letterStyles(seats);
  const side = seats.find((seat) => look[seat].upper === upper && look[seat].prime === prime);
  return side && pieceKind(sideIndex[side], size === 0 ? 1 : size, size === 0);
}

const kinds: readonly Piece[] = SIDES.flatMap((side) =>
  ([1, 2, 3, 4] as const).flatMap((size) => [false, true].map((t) => Object.freeze({ side, size, t }))),
);

/** Shared frozen objects, so that reading pieces allocates none. @param side index in `SIDES` */
export function pieceKind(side: number, size: number, t: boolean): Piece {
  const kind = kinds[side * 8 + (size - 1) * 2 + (t ? 1 : 0)];
  if (!kind) throw new RangeError(`no side ${side} has a piece of size ${size}`);
  return kind;
}
