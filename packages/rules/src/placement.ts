import { type BoardSize, type Square, squareAt } from './board.ts';
import { type Piece, pieceLetter, pieceOfLetter } from './pieces.ts';
import { err, ok, type Result } from './result.ts';
import type { Side } from './sides.ts';

export type PlacementRefusal =
  | { readonly code: 'rank-count'; readonly ranks: number }
  | { readonly code: 'rank-width'; readonly rank: number }
  | { readonly code: 'unknown-letter'; readonly letter: string; readonly rank: number };

/** Parses the first field of position text (R24); the number of ranks determines the board's size. */
export function parsePlacement(
  text: string,
  seats: readonly Side[],
): Result<{ size: BoardSize; pieces: ReadonlyMap<Square, Piece> }, PlacementRefusal> {
  const ranks = text.split('/', 9);
  const size = ranks.length;
  if (size !== 6 && size !== 8) return err({ code: 'rank-count', ranks: ranks.length });
  const pieces = new Map<Square, Piece>();
  for (const [index, row] of ranks.entries()) {
    const rank = size - 1 - index;
    let file = 0;
    for (let i = 0; i < row.length; i++) {
      const char = row.charAt(i);
      const run = '12345678'.indexOf(char) + 1;
      if (run > 0) {
        file += run;
        continue;
      }
      const letter = row.charAt(i + 1) === "'" ? `${char}'` : char;
      i += letter.length - 1;
      const piece = pieceOfLetter(letter, seats);
      if (!piece) return err({ code: 'unknown-letter', letter, rank: rank + 1 });
      const square = squareAt(size, file, rank);
      if (square === undefined) return err({ code: 'rank-width', rank: rank + 1 });
      pieces.set(square, piece);
      file++;
    }
    if (file !== size) return err({ code: 'rank-width', rank: rank + 1 });
  }
  return ok({ size, pieces });
}

/** Formats the first field of position text (R24). */
export function formatPlacement(
  size: BoardSize,
  seats: readonly Side[],
  at: (square: Square) => Piece | undefined,
): string {
  const ranks: string[] = [];
  for (let rank = size - 1; rank >= 0; rank--) {
    let row = '';
    let run = 0;
    for (let file = 0; file < size; file++) {
      const square = squareAt(size, file, rank);
      const piece = square === undefined ? undefined : at(square);
      if (!piece) {
        run++;
        continue;
      }
      row += (run > 0 ? run : '') + pieceLetter(piece, seats);
      run = 0;
    }
    ranks.push(row + (run > 0 ? run : ''));
  }
  return ranks.join('/');
}
