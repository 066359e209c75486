import type { EndReason } from '@terrace/protocol';
import {
  parsePosition,
  parseSquare,
  playOn,
  removeFrom,
  type Side,
  type Square,
  squareName,
  startHistory,
} from '@terrace/rules';
import { expect, test } from 'vitest';
import { endSigns } from './end-signs.ts';

function after(text: string, from: string, to: string) {
  const read = parsePosition(text);
  if (!read.ok) throw new Error('no position');
  const { size } = read.value;
  const [start, end] = [parseSquare(size, from), parseSquare(size, to)];
  if (start === undefined || end === undefined) throw new Error('no squares');
  const played = playOn(startHistory(read.value), { from: start, to: end });
  if (!played.ok) throw new Error(played.error.code);
  return played.value;
}
const result = (winner: Side | null, by: EndReason) => ({ winner, by, places: [] });
const named = (square: Square | undefined) => (square === undefined ? undefined : squareName(8, square));

test('a T that reached its goal is lit, and its goal with it', () => {
  const signs = endSigns(after('6t1/8/8/8/8/2T5/8/8 s sn 0 1', 'g8', 'h8'), result('south', 'arrival'), true);
  expect([named(signs?.square), named(signs?.goal), signs?.losers]).toEqual(['h8', 'h8', ['north']]);
});

test('the piece that took the last T is lit, and no goal', () => {
  const history = after('8/8/8/8/5t2/2d5/1T6/8 s sn 0 1', 'c3', 'b2');
  const signs = endSigns(history, result('south', 'capture'), false);
  expect([named(signs?.square), signs?.goal, signs?.fresh]).toEqual(['b2', undefined, false]);
});

test('where the loser took the own T or left, the winner’s T is lit; in a draw nothing is', () => {
  const start = after('6t1/8/8/8/8/2T5/8/7c s sn 0 1', 'h1', 'g1');
  const signs = endSigns(removeFrom(start, 'south'), result('north', 'resignation'), true);
  expect([named(signs?.square), signs?.losers]).toEqual(['c3', ['south']]);
  expect(endSigns(start, result(null, 'agreement'), true)).toBeUndefined();
});
