/** The sides of the board in turn order, clockwise (R11). */
export const SIDES = ['south', 'west', 'north', 'east'] as const;

export type Side = (typeof SIDES)[number];

/** Index of a side in `SIDES`, 0..3. */
export const sideIndex: Readonly<Record<Side, number>> = { south: 0, west: 1, north: 2, east: 3 };

/** The side at an index of `SIDES`, modulo four. */
export const sideAt = (index: number): Side => SIDES[index & 3] ?? 'south';

export const isSide = (text: string): text is Side => Object.hasOwn(sideIndex, text);

/** Letters of sides in position text (R24). */
export const sideLetters: Readonly<Record<Side, string>> = { south: 's', west: 'w', north: 'n', east: 'e' };

/** The bit set of some sides (bit i = `SIDES[i]`). */
export const sideSet = (sides: readonly Side[]): number => sides.reduce((set, side) => set | (1 << sideIndex[side]), 0);

const lists: readonly (readonly Side[])[] = Array.from({ length: 16 }, (_, set) =>
  Object.freeze(SIDES.filter((_side, index) => (set >>> index) & 1)),
);

/** The sides of a bit set in the order of `SIDES`: one shared frozen list per set. */
export const sidesOf = (set: number): readonly Side[] => lists[set & 15] ?? [];
