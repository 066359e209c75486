import type { BufferGeometry } from 'three';
import { expect, test } from 'vitest';
import {
  type Detail,
  domeGeometry,
  markGeometry,
  tDomeGeometry,
  tMarkGeometry,
  tRimGeometry,
} from './piece-geometry.ts';

const PARTS: Readonly<Record<string, (detail: Detail) => BufferGeometry>> = {
  'a dome': (detail) => domeGeometry(3, detail),
  'a mark': (detail) => markGeometry(3, detail),
  'the dome of a T': tDomeGeometry,
  'the rim of a T': tRimGeometry,
  'the letter of a T': tMarkGeometry,
};

const faces = ({ index }: BufferGeometry): number => (index?.count ?? 0) / 3;

function extent(geometry: BufferGeometry): readonly number[] {
  geometry.computeBoundingBox();
  const { min, max } = geometry.boundingBox ?? {};
  if (min === undefined || max === undefined) throw new Error('the part has no vertices');
  return [max.x - min.x, max.y - min.y, max.z - min.z];
}

test.each(Object.entries(PARTS))(
  '%s has the same size at coarse detail, with at most a third of the faces',
  (_, part) => {
    const [fine, coarse] = [part('fine'), part('coarse')];
    expect(faces(coarse)).toBeGreaterThan(0);
    expect(faces(coarse)).toBeLessThanOrEqual(faces(fine) / 3);
    for (const [n, length] of extent(coarse).entries()) {
      expect(length / (extent(fine)[n] ?? 0)).toBeGreaterThan(0.9);
      expect(length / (extent(fine)[n] ?? 0)).toBeLessThanOrEqual(1.001);
    }
  },
);
