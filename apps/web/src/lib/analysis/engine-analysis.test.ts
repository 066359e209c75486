import { formatPosition, legalMoves, startHistory, startPosition } from '@terrace/rules';
import { positionFromText } from '@terrace/testing/boards';
import { expect, test } from 'vitest';
import { verdict } from '#lib/engine/verdict.ts';
import { nextSide, passedTurn } from './engine-analysis.svelte.ts';
import { lineMoves } from './line-text.ts';

const two = (south: number) => ({
  chances: new Map([
    ['south', south],
    ['north', 1 - south],
  ] as const),
  proved: undefined,
});

test('the verdict is a sentence based on the leader’s chances', () => {
  expect(verdict(two(0.52))).toBe('Even');
  expect(verdict(two(0.4))).toBe('North is slightly better, 60\u00a0%');
  expect(verdict(two(0.72))).toBe('South is better, 72\u00a0%');
  expect(verdict(two(0.85))).toBe('South is much better, 85\u00a0%');
  expect(verdict(two(0.97))).toBe('South is winning, 97\u00a0%');
  expect(verdict({ ...two(1), proved: { side: 'south', plies: 7 } })).toBe('South wins in 7');
});

test('with three or four sides the verdict names the one with the best chances', () => {
  const chances = new Map([
    ['south', 0.3],
    ['west', 0.45],
    ['east', 0.25],
  ] as const);
  expect(verdict({ chances, proved: undefined })).toBe('West has the best chances, 45\u00a0%');
});

test('the threat is the next remaining side’s best move if it were its turn', () => {
  const four = positionFromText("8/8/8/3t'4/8/2t5/8/4T3 s sWne 0 1");
  expect(nextSide(four)).toBe('north');
  expect(nextSide(startPosition('four'))).toBe('west');
  expect(passedTurn(startPosition('long'))?.position).toBe(
    formatPosition(startPosition('long')).replace(' s sn', ' n sn'),
  );
});

test('a line lists its moves, each with the line up to it, and ends at the first illegal move', () => {
  const history = startHistory(startPosition('long'));
  const [first] = legalMoves(history.position);
  const moves = first ? [first, first] : []; // North cannot make South's move
  const shown = lineMoves(history, { moves }, 8);
  expect(shown.map((move) => move.moves)).toEqual([moves.slice(0, 1)]);
  expect(shown[0]?.spoken).toMatch(/^South: /);
});
