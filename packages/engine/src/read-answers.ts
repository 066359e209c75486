import { type BoardSize, type Move, squares } from '@terrace/rules';
import { type Core, outputWords } from './core.ts';
import type { Line } from './thought.ts';

/** The legal moves, in the core's order. */
export function readMoves(core: Core, size: BoardSize): readonly Move[] {
  const count = core.generate();
  return Array.from(outputWords(core).subarray(0, count), (word) => moveOf(size, word));
}

export function readSearch(core: Core, size: BoardSize): { depth: number; nodes: number; lines: readonly Line[] } {
  const words = outputWords(core);
  const [depth = 0, count = 0] = words;
  const nodes = new DataView(words.buffer).getFloat64(words.byteOffset + 8, true);
  const lines: Line[] = [];
  for (let at = 4; lines.length < count; ) {
    const [score = 0, length = 0] = words.subarray(at, at + 2);
    at += 2;
    lines.push({ score, moves: Array.from(words.subarray(at, at + length), (word) => moveOf(size, word)) });
    at += length;
  }
  // Later lines may score higher, because earlier ones were searched less deeply.
  return { depth, nodes, lines: lines.toSorted((one, other) => other.score - one.score) };
}

/** @param word `from | to << 8` */
function moveOf(size: BoardSize, word: number): Move {
  const from = squares(size)[word & 255];
  const to = squares(size)[word >>> 8];
  if (from === undefined || to === undefined) throw new RangeError(`the core wrote an invalid move: ${word}`);
  return { from, to };
}
