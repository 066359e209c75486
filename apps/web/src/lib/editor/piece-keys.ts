import { type Piece, pieceLetter, pieceOfLetter, type Setup, type Side, type Square } from '@terrace/rules';
import { type Edit, standing } from './edit.ts';

/** All kinds of piece a side may have on a board, the T first, then the smallest (R4). */
export function kindsOf(side: Side, { size, seats }: Pick<Setup, 'size' | 'seats'>): readonly Piece[] {
  const plain = size === 8 ? 'tabcd' : 'tabc';
  const model = pieceLetter({ side, size: 1, t: true }, seats);
  const upper = model.startsWith('T');
  const prime = model.endsWith("'") ? "'" : '';
  return [...plain].flatMap((letter) => pieceOfLetter((upper ? letter.toUpperCase() : letter) + prime, seats) ?? []);
}

/**
 * What typing a character on a square means: a letter of R5 puts its piece there, the prime after it gives the piece to
 * the side whose letters bear one.
 */
export function typed(sketch: Setup, square: Square, char: string): Edit | undefined {
  if (char === "'") {
    const there = standing(sketch, square);
    const piece = there && pieceOfLetter(`${pieceLetter(there, sketch.seats).charAt(0)}'`, sketch.seats);
    return piece && { type: 'put', square, piece };
  }
  const piece = pieceOfLetter(char, sketch.seats) ?? pieceOfLetter(`${char}'`, sketch.seats);
  return piece && { type: 'put', square, piece };
}
