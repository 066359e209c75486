import { legalMoves, startPosition, withTurn } from '@terrace/rules';
import { at, positionFromText } from '@terrace/testing/boards';
import { expect, test } from 'vitest';
import { premoves, premovesIfTurn } from './premoves.ts';

test('a waiting side may choose from the moves it would have on its turn', () => {
  const position = startPosition('four');
  expect(position.turn).toBe('south');
  expect(withTurn(position, 'east').turn).toBe('east');
  const moves = premovesIfTurn(position, 'east');
  expect(moves.length).toBeGreaterThan(0);
  expect(moves.some(({ from }) => from === at('h7'))).toBe(true);
});

test('a side without pieces has no premoves', () => {
  expect(premovesIfTurn(startPosition('three'), 'west')).toEqual([]);
});

const named = (position: Parameters<typeof premoves>[0], from: string, to: string) =>
  premoves(position, 'north').find((move) => move.from === at(from) && move.to === at(to));

test('moves that others may still make possible can be queued: a recapture, a step to a square that becomes free', () => {
  // South's D on b2, one level down, is too large for c3; South's A on c4 and North's D on d4 are one level up.
  const position = positionFromText('7T/8/8/8/2aD4/2A5/1d6/t7 s sn 0 1');
  for (const { from, to, open } of premoves(position, 'north')) {
    const legal = legalMoves(withTurn(position, 'north'));
    expect(open).toBe(!legal.some((move) => move.from === from && move.to === to));
  }
  expect(named(position, 'c3', 'b2')).toMatchObject({ kind: 'capture', open: true });
  expect(named(position, 'c3', 'c4')).toMatchObject({ kind: 'up', open: true });
  expect(named(position, 'c3', 'd4')).toBeUndefined();
});

test("premoves neither capture the side's own pieces on the same level nor jump across the board", () => {
  const position = startPosition('long');
  expect(named(position, 'h7', 'g7')).toBeUndefined();
  expect(named(position, 'h7', 'h1')).toBeUndefined();
});
