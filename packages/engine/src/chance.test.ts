import { legalMoves, playOn, type Side, sideAt, startHistory, startPosition } from '@terrace/rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chancesByWorth, expectation, provedPlies } from './chance.ts';
import { judge, judgeEnd } from './judgement.ts';
import { WIN } from './thought.ts';

const none = new Map<Side, number>();
const long = startHistory(startPosition('long'));
const four = startHistory(startPosition('four'));

test('the leader has the higher expectation, and the two expectations add up to one', () => {
  expect(expectation(0)).toBe(0.5);
  fc.assert(
    fc.property(fc.integer({ min: -5000, max: 5000 }), fc.integer({ min: 1, max: 500 }), (score, more) => {
      expect(expectation(score + more)).toBeGreaterThanOrEqual(expectation(score));
      expect(expectation(score) + expectation(-score)).toBeCloseTo(1);
    }),
  );
});

test('a higher worth gives higher chances, and all chances add up to one', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -3000, max: 3000 }), { minLength: 3, maxLength: 4 }), (points) => {
      const worth = new Map(points.map((each, n): [Side, number] => [sideAt(n), each]));
      const chances = chancesByWorth(worth);
      expect([...chances.values()].reduce((sum, each) => sum + each)).toBeCloseTo(1);
      const order = (of: ReadonlyMap<Side, number>) => [...of].toSorted(([, a], [, b]) => a - b).map(([side]) => side);
      if (new Set(points).size === points.length) expect(order(chances)).toEqual(order(worth));
    }),
  );
});

test('a proved score states the number of plies', () => {
  expect(provedPlies(WIN - 7)).toBe(7);
  expect(provedPlies(-(WIN - 4))).toBe(-4);
  expect(provedPlies(350)).toBeUndefined();
});

test('a score with two sides is that of the side to move', () => {
  const [move] = legalMoves(long.position);
  const after = move && playOn(long, move);
  if (!after?.ok) throw new Error('there is a move at the start');
  const { chances } = judge(after.value.position, { score: 200, moves: [] }, none);
  expect(chances.get('north')).toBeGreaterThan(0.55);
  expect((chances.get('north') ?? 0) + (chances.get('south') ?? 0)).toBeCloseTo(1);
});

test('a proved win is certain, and a proved loss of one of two is a win of the other', () => {
  expect(judge(long.position, { score: WIN - 3, moves: [] }, none)).toMatchObject({
    proved: { side: 'south', plies: 3 },
  });
  const lost = judge(long.position, { score: -(WIN - 4), moves: [] }, none);
  expect(lost.proved).toEqual({ side: 'north', plies: 4 });
  expect(lost.chances.get('north')).toBe(1);
});

test('with four sides, worth gives the chances, and a loss that three could force is not a win yet', () => {
  const worth = new Map<Side, number>([
    ['south', 900],
    ['west', 800],
    ['north', 800],
    ['east', 300],
  ]);
  const { chances, proved } = judge(four.position, { score: -(WIN - 4), moves: [] }, worth);
  expect(proved).toBeUndefined();
  expect([...chances.values()].reduce((sum, each) => sum + each)).toBeCloseTo(1);
  expect(chances.get('south')).toBeGreaterThan(chances.get('west') ?? 1);
  expect(chances.get('west')).toBe(chances.get('north'));
  expect(chances.get('east')).toBeLessThan(0.2);
});

test('a game that continues has no result to judge', () => {
  expect(judgeEnd(long)).toBeUndefined();
});
