import type { MoveKind } from '@terrace/rules';
import type { Point3D } from './model-space.ts';

const ARC_HEIGHT = 0.22;

/** Approximates the page's ease, cubic-bezier(.2, .8, .2, 1). */
export const ease = (share: number): number => 1 - (1 - share) ** 3.4;

/** Position of a piece for `share` from 0 to 1: around a terrace's corners, or in an arc over a wall. */
export function moveCurve(kind: MoveKind, path: readonly Point3D[]): (share: number) => Point3D {
  const legs = path.slice(1).flatMap((to, n) => {
    const from = path[n];
    return from === undefined ? [] : [{ from, to, length: Math.hypot(to.x - from.x, to.z - from.z) }];
  });
  const total = legs.reduce((sum, { length }) => sum + length, 0);
  const hop = kind === 'level' ? 0 : ARC_HEIGHT;
  return (share) => {
    let left = share * total;
    for (const { from, to, length } of legs) {
      if (left > length && to !== path.at(-1)) {
        left -= length;
        continue;
      }
      const part = length === 0 ? 1 : Math.min(left / length, 1);
      const mix = (a: number, b: number) => a + (b - a) * part;
      return { x: mix(from.x, to.x), y: mix(from.y, to.y) + hop * 4 * share * (1 - share), z: mix(from.z, to.z) };
    }
    return path.at(-1) ?? { x: 0, y: 0, z: 0 };
  };
}
