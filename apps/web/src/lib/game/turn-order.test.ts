import { legalMoves, playOn, removeFrom, startHistory, startPosition } from '@terrace/rules';
import { expect, test } from 'vitest';
import { turnOrder } from './turn-order.ts';

test('turns go clockwise from the side to move', () => {
  expect(turnOrder(startPosition('four'))).toEqual(['south', 'west', 'north', 'east']);
  expect(turnOrder(startPosition('long'))).toEqual(['south', 'north']);
});

test('a side that is out is skipped, and the order wraps around', () => {
  const left = removeFrom(startHistory(startPosition('four')), 'west');
  const [move] = legalMoves(left.position);
  const after = move && playOn(left, move);
  expect(after?.ok && turnOrder(after.value.position)).toEqual(['north', 'east', 'south']);
});
