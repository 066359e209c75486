import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boardGeometry } from '../geometry.ts';
import { boundingPoints, type Point3D } from './model-space.ts';
import {
  clampOrbit,
  FIELD_OF_VIEW,
  fitCamera,
  HOME,
  interpolate,
  isHome,
  nearestTurn,
  type Orbit,
  snapToSeat,
} from './orbit.ts';

const orbits = fc.record({
  azimuth: fc.double({ min: -400, max: 400, noNaN: true }),
  elevation: fc.double({ min: -20, max: 120, noNaN: true }),
  zoom: fc.double({ min: 0.1, max: 5, noNaN: true }),
});

test('the camera stays above the board, but not straight above it, and within its range of distances', () => {
  fc.assert(
    fc.property(orbits, (orbit) => {
      const { elevation, zoom } = clampOrbit(orbit);
      expect(elevation).toBeGreaterThanOrEqual(35);
      expect(elevation).toBeLessThanOrEqual(85);
      expect(zoom).toBeGreaterThanOrEqual(14 / 22.4);
      expect(zoom).toBeLessThanOrEqual(30 / 22.4);
    }),
  );
});

test('from every side and at every aspect ratio, the board fits and fills one dimension', () => {
  const points = boundingPoints(boardGeometry(8, 'south'));
  fc.assert(
    fc.property(orbits, fc.double({ min: 0.4, max: 2.5, noNaN: true }), (orbit, aspect) => {
      const seen = points.map((point) => project({ ...clampOrbit(orbit), zoom: 1 }, point, aspect));
      const max = Math.max(...seen.flatMap(({ x, y }) => [Math.abs(x), Math.abs(y)]));
      expect(max).toBeLessThanOrEqual(0.99);
      expect(max).toBeGreaterThan(0.98);
    }),
  );
});

test('an orbit that ends near a seat’s home orbit snaps to it; any other stays', () => {
  expect(snapToSeat({ ...HOME, azimuth: HOME.azimuth + 93 }).azimuth).toBe(HOME.azimuth + 90);
  expect(snapToSeat({ ...HOME, azimuth: HOME.azimuth - 176 }).azimuth).toBe(HOME.azimuth - 180);
  const interpolate = { ...HOME, azimuth: HOME.azimuth + 40 };
  expect(snapToSeat(interpolate)).toBe(interpolate);
});

test('the camera returns home by the shorter way', () => {
  fc.assert(
    fc.property(orbits, (orbit) => {
      const start = nearestTurn(orbit, HOME.azimuth);
      expect(Math.abs(start.azimuth - HOME.azimuth)).toBeLessThanOrEqual(180);
      expect(isHome(interpolate(start, HOME, 1))).toBe(true);
    }),
  );
});

function project(orbit: Orbit, spot: Point3D, aspect: number): { x: number; y: number } {
  const { eye, target } = fitCamera(orbit, boundingPoints(boardGeometry(8, 'south')), aspect);
  const ahead = unit(minus(target, eye));
  const right = unit(cross(ahead, { x: 0, y: 1, z: 0 }));
  const up = cross(right, ahead);
  const off = minus(spot, eye);
  const slope = Math.tan((FIELD_OF_VIEW / 2 / 180) * Math.PI) * dot(off, ahead);
  return { x: dot(off, right) / (slope * aspect), y: dot(off, up) / slope };
}

const minus = (a: Point3D, b: Point3D): Point3D => ({ x: a.x - b.x, y: a.y - b.y, z: a.z - b.z });
const dot = (a: Point3D, b: Point3D): number => a.x * b.x + a.y * b.y + a.z * b.z;
const cross = (a: Point3D, b: Point3D): Point3D => ({
  x: a.y * b.z - a.z * b.y,
  y: a.z * b.x - a.x * b.z,
  z: a.x * b.y - a.y * b.x,
});
const unit = (a: Point3D): Point3D => {
  const length = Math.hypot(a.x, a.y, a.z);
  return { x: a.x / length, y: a.y / length, z: a.z / length };
};
