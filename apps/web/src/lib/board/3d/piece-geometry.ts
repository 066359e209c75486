import type { Piece, Size } from '@terrace/rules';
import {
  type BufferGeometry,
  CatmullRomCurve3,
  type Curve,
  LatheGeometry,
  SphereGeometry,
  TorusGeometry,
  TubeGeometry,
  Vector2,
  Vector3,
} from 'three';
import { mergeGeometries } from 'three/examples/jsm/utils/BufferGeometryUtils.js';
import { SQUARE } from '../heightmap.ts';
import { mark, radius, tLetter } from '../piece-shape.ts';
import { pieceRadius } from './model-space.ts';

/** The ring a dome stands on. */
export const FOOT = 0.035;
const ROUND = 64;
const ARC = 20;
/** How much of a mark's stroke stands out of the enamel it is laid into. */
const PROUD = 0.35;

/** The dome itself, turned on a lathe: a foot ring and half a sphere. */
export function domeGeometry(size: Size): BufferGeometry {
  const r = pieceRadius(size);
  const groove = 0.012;
  const sphere = Array.from({ length: ARC + 1 }, (_, n) => {
    const angle = (n / ARC) * (Math.PI / 2);
    return new Vector2((r - groove) * Math.cos(angle), FOOT + (r - groove) * Math.sin(angle));
  });
  const foot = [new Vector2(r, 0), new Vector2(r, FOOT - 0.006), new Vector2(r - 0.006, FOOT)];
  return new LatheGeometry([...foot, ...sphere], ROUND);
}

/** What is laid into the dome: its owner's stroke, pointing to the viewer, or the T with its ring. */
export function markGeometry({ size, t }: Piece): BufferGeometry {
  const r = radius(size);
  const on = pieceRadius(size);
  if (!t) {
    const { width } = mark(r);
    return stroke(on, [0, 0.44 * on], [0, 0.8 * on], width / SQUARE);
  }
  const { width, ring } = tLetter(r);
  const [bar, top, stem] = [0.43 * on, -0.3 * on, 0.52 * on];
  const around = new TorusGeometry(ring.r / SQUARE, ring.width / SQUARE / 2, 12, 48);
  around.rotateX(Math.PI / 2);
  around.translate(0, heightOn(on, ring.r / SQUARE) - (ring.width / SQUARE / 2) * (1 - PROUD), 0);
  return merged([
    stroke(on, [-bar, top], [bar, top], width / SQUARE),
    stroke(on, [0, top], [0, stem], width / SQUARE),
    around,
  ]);
}

/** Height of the enamel's surface at a distance from the crown's axis. */
const heightOn = (r: number, away: number): number => FOOT + Math.sqrt(Math.max(r ** 2 - away ** 2, 0));

type Plan = readonly [x: number, z: number];

/** A tube with round ends along the surface of a dome of radius `r`, over a straight line of its plan. */
function stroke(r: number, [x1, z1]: Plan, [x2, z2]: Plan, width: number): BufferGeometry {
  const sunk = (width / 2) * (1 - PROUD);
  const points = Array.from({ length: 9 }, (_, n) => {
    const [x, z] = [x1 + ((x2 - x1) * n) / 8, z1 + ((z2 - z1) * n) / 8];
    const out = new Vector3(x, heightOn(r, Math.hypot(x, z)) - FOOT, z);
    return out.setLength(r - sunk).add(new Vector3(0, FOOT, 0));
  });
  const line: Curve<Vector3> = new CatmullRomCurve3(points);
  const ends = [points.at(0), points.at(-1)].map((point) => {
    const end = new SphereGeometry(width / 2, 16, 12);
    return end.translate(point?.x ?? 0, point?.y ?? 0, point?.z ?? 0);
  });
  return merged([new TubeGeometry(line, 16, width / 2, 12), ...ends]);
}

function merged(parts: BufferGeometry[]): BufferGeometry {
  const whole = mergeGeometries(parts);
  for (const part of parts) part.dispose();
  return whole;
}
