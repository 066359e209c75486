import { parseSquare, startPosition } from '@terrace/rules';
import { expect, test } from 'vitest';
import { asIfTurnOf, movesAhead } from './ahead.ts';

test('a side that waits may choose among the moves it would have', () => {
  const position = startPosition('four');
  expect(position.turn).toBe('south');
  expect(asIfTurnOf(position, 'east')?.turn).toBe('east');
  const moves = movesAhead(position, 'east');
  expect(moves.length).toBeGreaterThan(0);
  expect(moves.some(({ from }) => from === parseSquare(8, 'h7'))).toBe(true);
});

test('a side without a piece has nothing to choose', () => {
  expect(movesAhead(startPosition('three'), 'west')).toEqual([]);
});
