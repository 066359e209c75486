import { readFileSync } from 'node:fs';
import type { SearchedGame } from '@terrace/engine';
import { type Position, parsePosition, sideIndex, sidesIn } from '@terrace/rules';
import { outputWords } from '../../packages/engine/src/core.ts';
import { loadGame } from '../../packages/engine/src/load-game.ts';
import type { MeasuredCore } from './core.ts';
import type { Samples } from './fit.ts';
import { rulesOf } from './tactics/positions.ts';

/** Equal the constants in `assembly/weights.ts`. */
const PHASES = 32;
const TEMPO = 222;

/** A line of `self-play.ts`. */
interface SelfPlayed {
  readonly rules: string;
  readonly game: number;
  readonly left: number;
  readonly result: number;
  readonly position: string;
}

export function* readSelfPlay(files: readonly string[]): Generator<SelfPlayed> {
  for (const file of files) {
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      const [rules, game, left, result, ...position] = line.split(' ');
      if (rules && position.length === 5) {
        yield { rules, game: Number(game), left: Number(left), result: Number(result), position: position.join(' ') };
      }
    }
  }
}

/** More terms than any position has. */
const MAX_TERMS = 160;

/** The kind of game as in `assembly/weights.ts`, which has weights of its own. */
export const setOf = ({ size, seats, rules }: Position): number =>
  (size === 6 ? 1 : 0) + (seats.length > 2 ? 2 : 0) + (rules.capture === 'rank' ? 4 : 0);

/** The samples of one kind of game. */
export function readSamples(core: MeasuredCore, files: readonly string[], set: number): Samples {
  const lines = [...readSelfPlay(files)].filter(({ rules, position }) => setOf(parse(rules, position)) === set);
  const indexes = new Int16Array(lines.length * MAX_TERMS);
  const counts = new Float32Array(lines.length * MAX_TERMS);
  const starts = new Int32Array(lines.length + 1);
  const phases = new Float32Array(lines.length);
  const others = new Uint8Array(lines.length);
  let end = 0;
  for (const [i, { rules, position: text }] of lines.entries()) {
    const terms = termsOf(core, { rules: rulesOf(rules), position: text, earlier: [] });
    others[i] = terms.others;
    phases[i] = terms.phase;
    for (const [index, count] of terms.counts.entries()) {
      if (count === 0) continue;
      indexes[end] = index;
      counts[end++] = count;
    }
    starts[i + 1] = end;
  }
  return {
    size: lines.length,
    starts,
    indexes: indexes.slice(0, end),
    counts: counts.slice(0, end),
    phases,
    others,
    results: Float32Array.from(lines, ({ result }) => result),
    games: Int32Array.from(lines, ({ game }) => game),
    left: Int32Array.from(lines, ({ left }) => left),
  };
}

/** Counts of all terms for the side to move, less the mean of its opponents, and the phase: 1 for a full board. */
export function termsOf(
  core: MeasuredCore,
  game: SearchedGame,
): { readonly counts: Float32Array; readonly phase: number; readonly others: number } {
  const position = loadGame(core, game);
  const sides = sidesIn(position);
  const counts = new Float32Array(core.featureCount());
  let phase = 0;
  for (const side of sides) {
    phase = core.features(sideIndex[side]) / PHASES;
    const share = side === position.turn ? 1 : -1 / (sides.length - 1);
    for (const [index, count] of outputWords(core).subarray(0, counts.length).entries()) {
      if (count) counts[index] = (counts[index] ?? 0) + share * count;
    }
  }
  counts[TEMPO] = 1;
  return { counts, phase, others: sides.length - 1 };
}

function parse(rules: string, text: string): Position {
  const read = parsePosition(text, rulesOf(rules));
  if (!read.ok) throw new Error(`invalid position (${read.error.code}): ${text}`);
  return read.value;
}
