import { expect, test } from 'vitest';
import { moveArrowPath } from './marker-paths.ts';

const points = (d: string) =>
  [...d.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }));

test('an arrow starts at the rim of the moving piece and ends at the rim of the captured one', () => {
  const [begin, tip] = points(
    moveArrowPath(
      [
        { x: 50, y: 50 },
        { x: 150, y: 50 },
      ],
      20,
      26,
    ),
  );
  expect(begin).toEqual({ x: 75, y: 50 });
  expect(tip).toEqual({ x: 119, y: 50 });
});

test('an arrow follows the move’s path around a corner, without stops between', () => {
  const way = [50, 150, 250].map((x) => ({ x, y: 50 }));
  const d = moveArrowPath([...way, { x: 250, y: 150 }], 20, 0);
  const [line = ''] = d.slice(1).split('M');
  expect(points(`M${line}`)).toEqual([
    { x: 75, y: 50 },
    { x: 250, y: 50 },
    { x: 250, y: 134 },
  ]);
});

test('an arrow between two large pieces is short but keeps its head', () => {
  const [begin, tip] = points(
    moveArrowPath(
      [
        { x: 50, y: 50 },
        { x: 150, y: 50 },
      ],
      43,
      43,
    ),
  );
  expect(begin?.x).toBeLessThan(tip?.x ?? 0);
});
