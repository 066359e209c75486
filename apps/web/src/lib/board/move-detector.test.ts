import { startPosition } from '@terrace/rules';
import { at, played } from '@terrace/testing/boards';
import { expect, test } from 'vitest';
import { MoveDetector } from './move-detector.ts';

const start = startPosition('long');
const [from, to] = [at('d2'), at('d4')];
const { position } = played(['d2-d4']);
const trace = { number: 1, from, to, path: [from, at('d3'), to], kind: 'level' } as const;

test('the next move is detected once', () => {
  const moveDetector = new MoveDetector();
  expect(moveDetector.update(start, undefined)).toBe('other');
  expect(moveDetector.update(position, trace)).toEqual({ trace, travels: true, captured: undefined });
  expect(moveDetector.update(position, trace)).toBe('same');
  expect(moveDetector.update(start, undefined)).toBe('other');
});

test('a dropped piece is not animated, and its capture is reported', () => {
  const moveDetector = new MoveDetector();
  moveDetector.update(start, undefined);
  moveDetector.dropped = at('e7');
  const taking = { ...trace, to: at('e7') };
  expect(moveDetector.update(position, taking)).toEqual({
    trace: taking,
    travels: false,
    captured: { square: at('e7'), piece: { side: 'north', size: 3, t: false } },
  });
  expect(moveDetector.dropped).toBeUndefined();
});
