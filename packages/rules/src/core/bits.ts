export function bitCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Index of the lowest set bit; the word must not be 0. */
export const lowestBit = (word: number): number => 31 - Math.clz32(word & -word);

/** Bit counts of three words, added in fields of four bits (at most 12 each); `countThrees` sums the fields. */
export const threeSets = (a: number, b: number, c: number): number => fours(a) + fours(b) + fours(c);

function fours(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  return (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
}

/** The sum of all fields of three results of `threeSets`; at most 255. */
export const countThrees = (a: number, b: number, c: number): number =>
  Math.imul(bytes(a) + bytes(b) + bytes(c), 0x01010101) >>> 24;

const bytes = (fields: number): number => (fields & 0x0f0f0f0f) + ((fields >>> 4) & 0x0f0f0f0f);
