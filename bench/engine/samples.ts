import { readFileSync } from 'node:fs';
import { outputWords } from '../../packages/engine/src/core.ts';
import { loadGame } from '../../packages/engine/src/load-game.ts';
import type { MeasuredCore } from './core.ts';
import type { Sample } from './fit.ts';
import { rulesOf } from './tactics/positions.ts';

/** A line of self-play: the engine's score of a position and the outcome, for the side to move. */
export interface SelfPlayed {
  readonly rules: string;
  readonly score: number;
  readonly result: number;
  readonly position: string;
}

export function* readSelfPlay(files: readonly string[]): Generator<SelfPlayed> {
  for (const file of files) {
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      const [rules, score, result, ...position] = line.split(' ');
      if (rules && position.length === 5) {
        yield { rules, score: Number(score), result: Number(result), position: position.join(' ') };
      }
    }
  }
}

export function* readSamples(core: MeasuredCore, files: readonly string[]): Generator<Sample> {
  const count = core.featureCount();
  for (const { rules, score, result, position } of readSelfPlay(files)) {
    loadGame(core, { rules: rulesOf(rules), position, earlier: [] });
    core.features();
    const words = outputWords(core).subarray(0, count);
    const indexes: number[] = [];
    const counts: number[] = [];
    for (const [index, value] of words.entries()) {
      if (value === 0) continue;
      indexes.push(index);
      counts.push(value);
    }
    yield { indexes: Int16Array.from(indexes), counts: Int8Array.from(counts), score, result };
  }
}
