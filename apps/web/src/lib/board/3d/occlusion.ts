import type { Heightmap } from '../heightmap.ts';
import type { Point3D } from './model-space.ts';
import { type PieceSphere, raycast } from './raycast.ts';

const SIDES = 8;
/** Sample points of a dome: its crown, and a ring below it. */
const samplePoints = (r: number): Point3D[] => [
  { x: 0, y: r, z: 0 },
  ...Array.from({ length: SIDES }, (_, n) => {
    const angle = (2 * Math.PI * n) / SIDES;
    return { x: Math.cos(angle) * r * 0.8, y: r * 0.6, z: Math.sin(angle) * r * 0.8 };
  }),
];

/** Share of a piece that the ground and other pieces occlude from an eye, 0 to 1. */
export function occludedShare(
  eye: Point3D,
  piece: PieceSphere,
  heightmap: Heightmap,
  others: readonly PieceSphere[],
): number {
  const points = samplePoints(piece.radius);
  const hidden = points.filter((off) => {
    const point = { x: piece.at.x + off.x, y: piece.at.y + off.y, z: piece.at.z + off.z };
    const direction = { x: point.x - eye.x, y: point.y - eye.y, z: point.z - eye.z };
    const hit = raycast({ origin: eye, direction }, heightmap, others);
    return hit !== undefined && distance(eye, hit.point) < distance(eye, point) - 0.02;
  });
  return hidden.length / points.length;
}

const distance = (a: Point3D, b: Point3D) => Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z);
