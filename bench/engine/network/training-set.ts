import { type Position, parsePosition, pieces } from '@terrace/rules';
import { outputWords } from '../../../packages/engine/src/core.ts';
import { loadGame } from '../../../packages/engine/src/load-game.ts';
import type { MeasuredCore } from '../core.ts';
import { readSelfPlay } from '../samples.ts';
import { rulesOf } from '../tactics/positions.ts';

/** Kinds of pieces in the core's order: sizes 1 to 4, then the T. */
const KINDS = 5;
const SQUARES = 64;
/** Own pieces, then the opponent's, by kind and square. */
export const INPUTS = 2 * KINDS * SQUARES;
/** The maximum on a board of two sides. */
export const MAX_PIECES = 32;

export interface TrainingSet {
  readonly count: number;
  /**
   * `MAX_PIECES` per position, terminated by -1: active inputs from the view of the side to move, and of the other
   * side.
   */
  readonly own: Int16Array;
  readonly other: Int16Array;
  /** The evaluation without the network, in hundredths of the smallest piece. */
  readonly base: Float32Array;
  readonly target: Float32Array;
}

/** Reads self-play games; skips positions of the small board and of more than two sides. */
export function trainingSet(
  core: MeasuredCore,
  weights: readonly number[],
  files: readonly string[],
  { trust, unit }: { readonly trust: number; readonly unit: number },
): TrainingSet {
  const lines = [...readSelfPlay(files)];
  const own = new Int16Array(lines.length * MAX_PIECES).fill(-1);
  const other = new Int16Array(lines.length * MAX_PIECES).fill(-1);
  const base = new Float32Array(lines.length);
  const target = new Float32Array(lines.length);
  let count = 0;
  for (const { rules, score, result, position: text } of lines) {
    const read = parsePosition(text, rulesOf(rules));
    if (!read.ok || read.value.size !== 8 || read.value.seats.length !== 2) continue;
    loadGame(core, { rules: rulesOf(rules), position: text, earlier: [] });
    base[count] = weightedSum(core, weights);
    target[count] = (1 - trust) / (1 + Math.exp(-score / unit)) + trust * result;
    fillInputs(read.value, own, other, count * MAX_PIECES);
    count++;
  }
  return { count, own, other, base, target };
}

function weightedSum(core: MeasuredCore, weights: readonly number[]): number {
  core.features();
  const counts = outputWords(core).subarray(0, core.featureCount());
  return counts.reduce((sum, count, index) => sum + count * (weights[index] ?? 0), 0);
}

function fillInputs(position: Position, own: Int16Array, other: Int16Array, at: number): void {
  const me = position.turn === 'south' ? 0 : 1;
  for (const [i, { square, piece }] of pieces(position).entries()) {
    const side = piece.side === 'south' ? 0 : 1;
    const kind = piece.t ? KINDS - 1 : piece.size - 1;
    const seen = (view: number): number =>
      ((side === view ? 0 : KINDS) + kind) * SQUARES + (view ? SQUARES - 1 - square : square);
    own[at + i] = seen(me);
    other[at + i] = seen(1 - me);
  }
}
