import { rulebookMessages } from '@terrace/messages/rulebook';
import { calls, legalMoves, squareName } from '@terrace/rules';
import { expect, test } from 'vitest';
import { type FigureKey, figure, isFigure } from './figures.ts';
import { RULEBOOK } from './rulebook.ts';

const movesIn = (key: FigureKey) => {
  const position = figure(key);
  return legalMoves(position).map(
    ({ from, to }) => `${squareName(position.size, from)}-${squareName(position.size, to)}`,
  );
};

test('every rule from R1 to R25 appears once, in order', () => {
  const numbers = RULEBOOK.flatMap(({ rules }): readonly string[] => rules);
  expect(numbers).toEqual(Array.from({ length: 25 }, (_, n) => `R${n + 1}`));
  expect(Object.keys(rulebookMessages().rules)).toEqual(numbers);
});

test('every figure has a valid position and a caption', () => {
  for (const key of Object.keys(rulebookMessages().figures)) {
    expect(isFigure(key)).toBe(true);
    if (isFigure(key)) expect(figure(key).seats.length).toBeGreaterThan(1);
  }
});

test('the moves in the captions are legal', () => {
  expect(movesIn('moves')).toEqual(expect.arrayContaining(['e4-e1', 'e4-h4', 'e4-f3', 'e4-d4', 'e4-f5']));
  expect(movesIn('end')).toContain('g8-h8');
});

test('the Terrace-mate figure shows a Terrace-mate', () => {
  expect(calls(figure('calls'))).toEqual({ terrace: ['north'], mate: true });
});
