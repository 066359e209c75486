import { pieces, SETUPS, startPosition } from '@terrace/rules';
import { expect, test } from 'vitest';
import { floorTexts } from '../floor-texts.ts';
import { boardGeometry } from '../geometry.ts';
import { floorCentre, type Point3D, pieceRadius, toModel } from './model-space.ts';
import { HOME, quarterTurns } from './orbit.ts';
import { type PieceSphere, raycast } from './raycast.ts';

const DISTANCE = 22.4;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

function eyeAt(azimuth: number): Point3D {
  const out = DISTANCE * Math.cos(radians(HOME.elevation));
  const [x, z] = [out * Math.sin(radians(azimuth)), out * Math.cos(radians(azimuth))];
  return { x, y: DISTANCE * Math.sin(radians(HOME.elevation)), z };
}

const distance = (a: Point3D, b: Point3D) => Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z);

test.each(['long', 'four', 'long6'] as const)(
  'on the %s board, every level’s number is visible from every side, whatever pieces are there',
  (setup) => {
    const { size } = SETUPS[setup];
    const geometry = boardGeometry(size, 'south');
    const spheres = pieces(startPosition(setup)).map(({ square, piece }): PieceSphere => {
      return { cell: geometry.cellOf(square), at: floorCentre(geometry, square), radius: pieceRadius(piece) };
    });
    for (const azimuth of [0, 90, 180, 270].map((turn) => HOME.azimuth + turn)) {
      const eye = eyeAt(azimuth);
      const texts = floorTexts(geometry, {
        numerals: true,
        names: false,
        turn: quarterTurns({ ...HOME, azimuth }),
        solid: true,
      });
      const hidden = texts.filter(({ at, level }) => {
        const spot = toModel(size, at, level);
        const direction = { x: spot.x - eye.x, y: spot.y - eye.y, z: spot.z - eye.z };
        const hit = raycast({ origin: eye, direction }, geometry.heightmap, spheres);
        return hit === undefined || distance(hit.point, spot) > 0.01;
      });
      expect(hidden).toEqual([]);
    }
  },
);
