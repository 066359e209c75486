import { bitCount, lowestBit } from './bits.ts';
import { fullHalf } from './generate.ts';
import type { Grid } from './grid.ts';
import { SIZE_HIGH, SIZE_LOW, TURN } from './layout.ts';

/** Slide counts per terrace, by own squares * 128 + blocked squares, both gathered as `Slides` describes (R6). */
const slideCounts = countAllSlides();

/** Counts the slides of the side to move with one lookup per terrace (R6). */
export function countSlides({ slides }: Grid, words: Int32Array): number {
  const turn = (words[TURN] ?? 0) * 2;
  const own = words[turn] ?? 0;
  const ownN = words[turn + 1] ?? 0;
  const others = occupied(words, 0) & ~own;
  const othersN = occupied(words, 1) & ~ownN;
  const terraces = slides.ofTerrace;
  let count = 0;
  for (let i = 0; i < terraces.length; i += 3) {
    const mask = terraces[i] ?? 0;
    const multiplier = terraces[i + 1] ?? 0;
    const ends = terraces[i + 2] ?? 0;
    const south = ((Math.imul(own & mask, multiplier) >>> 25) << 7) | (Math.imul(others & mask, multiplier) >>> 25);
    const north = ((Math.imul(ownN & mask, multiplier) >>> 25) << 7) | (Math.imul(othersN & mask, multiplier) >>> 25);
    count += (slideCounts[south | ends] ?? 0) + (slideCounts[north | ends] ?? 0);
  }
  return count;
}

/** The same if own larger pieces block slides, with one lookup per piece. */
export function countSlidesByPiece(grid: Grid, words: Int32Array): number {
  const { mask, magic, ends, reach } = grid.slides;
  const turn = (words[TURN] ?? 0) * 2;
  let count = 0;
  for (let half = 0; half < 2; half++) {
    const own = words[turn + half] ?? 0;
    const all = occupied(words, half);
    const vacant = ~all & fullHalf(grid);
    const low = words[SIZE_LOW + half] ?? 0;
    const high = words[SIZE_HIGH + half] ?? 0;
    for (let left = own; left !== 0; left &= left - 1) {
      const bit = lowestBit(left);
      const isLow = -((low >>> bit) & 1);
      const isHigh = -((high >>> bit) & 1);
      const larger = (high & ~isHigh) | (~(high ^ isHigh) & low & ~isLow);
      const blocks = (all & ~own) | (own & larger);
      const gathered = Math.imul(blocks & (mask[bit] ?? 0), magic[bit] ?? 0) >>> 25;
      count += bitCount((reach[(bit << 7) | gathered | (ends[bit] ?? 0)] ?? 0) & vacant);
    }
  }
  return count;
}

const occupied = (words: Int32Array, half: number): number =>
  (words[half] ?? 0) | (words[2 + half] ?? 0) | (words[4 + half] ?? 0) | (words[6 + half] ?? 0);

function countAllSlides(): Uint8Array {
  const counts = new Uint8Array(128 * 128);
  for (let blocked = 0; blocked < 128; blocked++) {
    for (let own = 0; own < 128; own++) {
      if (own & blocked) continue;
      let count = 0;
      let pieces = 0;
      let gaps = 0;
      for (let place = 0; place <= 7; place++) {
        if (place === 7 || (blocked >>> place) & 1) {
          count += pieces * gaps;
          pieces = 0;
          gaps = 0;
        } else if ((own >>> place) & 1) pieces++;
        else gaps++;
      }
      counts[own * 128 + blocked] = count;
    }
  }
  return counts;
}
