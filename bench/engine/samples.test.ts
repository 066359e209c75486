import { searchedGame } from '@terrace/engine';
import { type Position, sideIndex, startHistory } from '@terrace/rules';
import { expect, test } from 'vitest';
import { randomPosition } from '../../packages/engine/src/testing/positions.ts';
import { EVERY_RULES } from '../../packages/rules/src/testing/games.ts';
import { seededIntegers } from '../../packages/rules/src/testing/random.ts';
import { compileCore } from '../../tools/core.ts';
import { openCore } from './core.ts';
import { setOf, termsOf } from './samples.ts';

await compileCore(() => undefined);
const core = openCore();

test('counts of terms, times the weights, are the evaluation', () => {
  const random = seededIntegers(30);
  for (let i = 0; i < 400; i++) {
    const rules = EVERY_RULES[i % 4];
    const position = randomPosition(random, { players: 2, boardSize: i % 8 < 4 ? 6 : 8, ...(rules && { rules }) });
    const evaluated = evaluate(position);
    expect(Math.abs(sumOfTerms(position) - evaluated)).toBeLessThanOrEqual(1);
  }
});

test('the fit treats every kind of game apart', () => {
  const random = seededIntegers(31);
  const kinds = Array.from({ length: 200 }, () => setOf(randomPosition(random)));
  expect([...new Set(kinds)].toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

function sumOfTerms(position: Position): number {
  const { counts, phase } = termsOf(core, searchedGame(startHistory(position)));
  const set = setOf(position);
  return counts.reduce((sum, count, index) => {
    const [many, few] = [core.weight(set, index, 1), core.weight(set, index, 0)];
    return sum + (count * (many * phase + few * (1 - phase))) / 16;
  }, 0);
}

function evaluate(position: Position): number {
  termsOf(core, searchedGame(startHistory(position)));
  return core.evaluate(sideIndex[position.turn]);
}
