import { goalOf, levelOf, size, squareOf } from './board';
import { KINDS, T_KIND } from './layout';

/** What pieces are worth, in hundredths of the smallest. */
const MATERIAL: StaticArray<i32> = [100, 160, 230, 320, 0];

/** By side's goal (0 the high corner, 1 the low one), kind and cell: what a piece is worth there. */
const PLACES: usize = memory.data(4 * 2 * 5 * 64, 16);

export function material(kind: i32): i32 {
  return unchecked(MATERIAL[kind]);
}

export function placeValue(side: i32, kind: i32, cell: i32): i32 {
  return load<i32>(PLACES + ((<usize>((((side >> 1) & 1) * KINDS + kind) * 64 + cell)) << 2));
}

export function fillPlaces(): void {
  for (let view = 0; view < 2; view++) {
    for (let kind = 0; kind < KINDS; kind++) {
      for (let cell = 0; cell < size * size; cell++) {
        const at = PLACES + ((<usize>((view * KINDS + kind) * 64 + cell)) << 2);
        store<i32>(at, material(kind) + placeBonus(view << 1, kind, cell));
      }
    }
  }
}

/** Height helps, and so does standing near the own goal. */
function placeBonus(side: i32, kind: i32, cell: i32): i32 {
  const square = squareOf(cell);
  const goal = squareOf(goalOf(side));
  const far = abs((square % size) - (goal % size)) + abs(square / size - goal / size);
  const near = 2 * (size - 1) - far;
  if (kind === T_KIND) return near * 4;
  return levelOf(cell) * (4 + kind * 2) + near * 2;
}
