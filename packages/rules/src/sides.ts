/** The sides of the board in the order turns pass, clockwise (R11). */
export const SIDES = ['south', 'west', 'north', 'east'] as const;

/** A seat is a side of the board (R11). */
export type Side = (typeof SIDES)[number];

/** Place of a side in `SIDES`, 0..3. */
export const sideIndex: Readonly<Record<Side, number>> = { south: 0, west: 1, north: 2, east: 3 };

/** The side at a place in `SIDES`; only the two lowest bits count, so one past east is south again. */
export const sideAt = (index: number): Side => SIDES[index & 3] ?? 'south';

export const isSide = (text: string): text is Side => Object.hasOwn(sideIndex, text);

/** R24's letter of a side. */
export const sideLetters: Readonly<Record<Side, string>> = { south: 's', west: 'w', north: 'n', east: 'e' };

/** The bit set (bit i = `SIDES[i]`) of some sides. */
export const sideSet = (sides: readonly Side[]): number => sides.reduce((set, side) => set | (1 << sideIndex[side]), 0);

const lists: readonly (readonly Side[])[] = Array.from({ length: 16 }, (_, set) =>
  Object.freeze(SIDES.filter((_side, index) => (set >>> index) & 1)),
);

/** The sides of a bit set in the order of `SIDES`: one shared frozen list a set. */
export const sidesOf = (set: number): readonly Side[] => lists[set & 15] ?? [];
