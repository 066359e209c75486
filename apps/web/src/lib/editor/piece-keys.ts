import { type Piece, pieceLetter, pieceOfLetter, type Setup, type Side, type Square } from '@terrace/rules';
import { type Edit, pieceOn } from './edit.ts';

/** All kinds of piece a side can have, the T first, then by size (R4). */
export function pieceKinds(side: Side, { size, seats }: Pick<Setup, 'size' | 'seats'>): readonly Piece[] {
  const plain = size === 8 ? 'tabcd' : 'tabc';
  const model = pieceLetter({ side, size: 1, t: true }, seats);
  const upper = model.startsWith('T');
  const prime = model.endsWith("'") ? "'" : '';
  return [...plain].flatMap((letter) => pieceOfLetter((upper ? letter.toUpperCase() : letter) + prime, seats) ?? []);
}

/** A letter of R5 puts its piece on the square; a prime after it gives the piece to the side with primed letters. */
export function editForKey(setup: Setup, square: Square, char: string): Edit | undefined {
  if (char === "'") {
    const there = pieceOn(setup, square);
    const piece = there && pieceOfLetter(`${pieceLetter(there, setup.seats).charAt(0)}'`, setup.seats);
    return piece && { type: 'put', square, piece };
  }
  const piece = pieceOfLetter(char, setup.seats) ?? pieceOfLetter(`${char}'`, setup.seats);
  return piece && { type: 'put', square, piece };
}
