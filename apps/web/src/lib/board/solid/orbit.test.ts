import fc from 'fast-check';
import { expect, test } from 'vitest';
import { viewFrom } from '../view.ts';
import { between, FIELD, HOME, isHome, type Orbit, settled, stand, unwound, within } from './orbit.ts';
import { outermost, type Spot } from './place.ts';

const orbits = fc.record({
  azimuth: fc.double({ min: -400, max: 400, noNaN: true }),
  elevation: fc.double({ min: -20, max: 120, noNaN: true }),
  zoom: fc.double({ min: 0.1, max: 5, noNaN: true }),
});

test('nobody looks from below, from straight above, from too near or from too far', () => {
  fc.assert(
    fc.property(orbits, (orbit) => {
      const { elevation, zoom } = within(orbit);
      expect(elevation).toBeGreaterThanOrEqual(35);
      expect(elevation).toBeLessThanOrEqual(85);
      expect(zoom).toBeGreaterThanOrEqual(14 / 22.4);
      expect(zoom).toBeLessThanOrEqual(30 / 22.4);
    }),
  );
});

test('from every side and on every shape of picture, the whole board is in it and fills it one way', () => {
  const points = outermost(viewFrom(8, 'south'));
  fc.assert(
    fc.property(orbits, fc.double({ min: 0.4, max: 2.5, noNaN: true }), (orbit, aspect) => {
      const seen = points.map((point) => project({ ...within(orbit), zoom: 1 }, point, aspect));
      const most = Math.max(...seen.flatMap(({ x, y }) => [Math.abs(x), Math.abs(y)]));
      expect(most).toBeLessThanOrEqual(0.99);
      expect(most).toBeGreaterThan(0.98);
    }),
  );
});

test('a turn that ends close to a seat’s home view ends there, and any other where it is', () => {
  expect(settled({ ...HOME, azimuth: HOME.azimuth + 93 }).azimuth).toBe(HOME.azimuth + 90);
  expect(settled({ ...HOME, azimuth: HOME.azimuth - 176 }).azimuth).toBe(HOME.azimuth - 180);
  const between = { ...HOME, azimuth: HOME.azimuth + 40 };
  expect(settled(between)).toBe(between);
});

test('the way home never runs round the board', () => {
  fc.assert(
    fc.property(orbits, (orbit) => {
      const start = unwound(orbit, HOME.azimuth);
      expect(Math.abs(start.azimuth - HOME.azimuth)).toBeLessThanOrEqual(180);
      expect(isHome(between(start, HOME, 1))).toBe(true);
    }),
  );
});

/** Where a spot is seen: from -1 to 1 across the picture. */
function project(orbit: Orbit, spot: Spot, aspect: number): { x: number; y: number } {
  const { eye, target } = stand(orbit, outermost(viewFrom(8, 'south')), aspect);
  const ahead = unit(minus(target, eye));
  const right = unit(cross(ahead, { x: 0, y: 1, z: 0 }));
  const up = cross(right, ahead);
  const off = minus(spot, eye);
  const slope = Math.tan((FIELD / 2 / 180) * Math.PI) * dot(off, ahead);
  return { x: dot(off, right) / (slope * aspect), y: dot(off, up) / slope };
}

const minus = (a: Spot, b: Spot): Spot => ({ x: a.x - b.x, y: a.y - b.y, z: a.z - b.z });
const dot = (a: Spot, b: Spot): number => a.x * b.x + a.y * b.y + a.z * b.z;
const cross = (a: Spot, b: Spot): Spot => ({
  x: a.y * b.z - a.z * b.y,
  y: a.z * b.x - a.x * b.z,
  z: a.x * b.y - a.y * b.x,
});
const unit = (a: Spot): Spot => {
  const length = Math.hypot(a.x, a.y, a.z);
  return { x: a.x / length, y: a.y / length, z: a.z / length };
};
