import { type Piece, pieceKind, pieceLetter, pieceOfLetter } from './pieces.ts';
import { SIDES, type Side, sideIndex } from './sides.ts';

// Letters of pieces on other sites. Usenet writes a colour and a size; Everything2 a letter from A, the largest, to D.

/** Colour letters of Usenet's notation (R22). */
export const USENET_COLOURS: Readonly<Record<Side, string>> = { north: 'W', south: 'B', west: 'R', east: 'U' };

/** `B4`, or `WT` for a T (R22). */
export const usenetLetter = (piece: Piece): string => `${USENET_COLOURS[piece.side]}${piece.t ? 'T' : piece.size}`;

/** The piece of `B4` or `WT`; undefined for other text. */
export function pieceOfUsenet(text: string): Piece | undefined {
  const side = SIDES.find((each) => USENET_COLOURS[each] === text.charAt(0));
  const size = 'T1234'.indexOf(text.charAt(1));
  if (side === undefined || text.length !== 2 || size < 0) return undefined;
  return pieceKind(sideIndex[side], size === 0 ? 1 : size, size === 0);
}

const SIZES = 'ABCD';

/** The size letter with the order of sizes reversed: A for D, and so on. The T and a prime stay. */
const reversed = (letter: string): string =>
  letter.replace(/[a-d]/i, (char) => {
    const other = SIZES.charAt(3 - SIZES.indexOf(char.toUpperCase()));
    return char === char.toUpperCase() ? other : other.toLowerCase();
  });

/** Everything2's letter of a piece without its side: `A` for the largest size. */
export const everything2Size = (piece: Piece): string => (piece.t ? 'T' : SIZES.charAt(4 - piece.size));

/** Everything2's letter with the case and prime of its side (R5). */
export const everything2Letter = (piece: Piece, seats: readonly Side[]): string => reversed(pieceLetter(piece, seats));

/** The piece of Everything2's letter; undefined if no seat has it. */
export const pieceOfEverything2 = (text: string, seats: readonly Side[]): Piece | undefined =>
  pieceOfLetter(reversed(text), seats);
