import type { EndReason } from '@terrace/protocol';
import { removeFrom, type Side, type Square, squareName } from '@terrace/rules';
import { played, positionFromText } from '@terrace/testing/boards';
import { expect, test } from 'vitest';
import { endSigns } from './end-signs.ts';

const result = (winner: Side | null, by: EndReason) => ({ winner, by, places: [] });
const named = (square: Square | undefined) => (square === undefined ? undefined : squareName(8, square));

test('a T on its goal is highlighted together with the goal', () => {
  const signs = endSigns(
    played(['g8-h8'], positionFromText('6t1/8/8/8/8/2T5/8/8 s sn 0 1')),
    result('south', 'arrival'),
    true,
  );
  expect([named(signs?.square), named(signs?.goal), signs?.losers]).toEqual(['h8', 'h8', ['north']]);
});

test('the piece that took the last T is highlighted, without a goal', () => {
  const history = played(['c3-b2'], positionFromText('8/8/8/8/5t2/2d5/1T6/8 s sn 0 1'));
  const signs = endSigns(history, result('south', 'capture'), false);
  expect([named(signs?.square), signs?.goal, signs?.fresh]).toEqual(['b2', undefined, false]);
});

test('when the loser took the own T or left, the winner’s T is highlighted; a draw highlights nothing', () => {
  const start = played(['h1-g1'], positionFromText('6t1/8/8/8/8/2T5/8/7c s sn 0 1'));
  const signs = endSigns(removeFrom(start, 'south'), result('north', 'resignation'), true);
  expect([named(signs?.square), signs?.losers]).toEqual(['c3', ['south']]);
  expect(endSigns(start, result(null, 'agreement'), true)).toBeUndefined();
});
