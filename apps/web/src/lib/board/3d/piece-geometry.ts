import type { Size } from '@terrace/rules';
import {
  type BufferGeometry,
  CatmullRomCurve3,
  Curve,
  LatheGeometry,
  SphereGeometry,
  TubeGeometry,
  Vector2,
  Vector3,
} from 'three';
import { mergeGeometries } from 'three/examples/jsm/utils/BufferGeometryUtils.js';
import { SQUARE } from '../heightmap.ts';
import { CROWN_LINE, type CrownRing, crownRings, mark, radius, T } from '../piece-shape.ts';

export const FOOT = 0.035;
/** Face counts. `coarse` is for the reduced resolution of machines without a graphics card. */
const FACES = {
  fine: { round: 40, arc: 12, edge: 6, along: 12, tube: 10, end: 8 },
  coarse: { round: 14, arc: 4, edge: 2, along: 4, tube: 5, end: 3 },
} as const;
export type Detail = keyof typeof FACES;
/** Share of a mark's stroke above the enamel; crown rings are nearly flush. */
const PROUD = 0.35;
const CROWN_PROUD = 0.12;
/** Height of a T's rim, rounding of its edge, and the collar's width and height above it; in squares. */
const RIM = { height: 0.085, round: 0.02 };
const COLLAR = { inner: 0.225, outer: 0.292, proud: 0.014 };

export function domeGeometry(size: Size, detail: Detail): BufferGeometry {
  return lathe(radius({ size, t: false }) / SQUARE, 0, detail);
}

export const tDomeGeometry = (detail: Detail): BufferGeometry => lathe(T.dome / SQUARE, RIM.height - FOOT, detail);

function lathe(r: number, base: number, detail: Detail): BufferGeometry {
  const { round, arc } = FACES[detail];
  const groove = 0.012;
  const sphere = Array.from({ length: arc + 1 }, (_, n) => {
    const angle = (n / arc) * (Math.PI / 2);
    return new Vector2((r - groove) * Math.cos(angle), base + FOOT + (r - groove) * Math.sin(angle));
  });
  const foot = [new Vector2(r, base), new Vector2(r, base + FOOT - 0.006), new Vector2(r - 0.006, base + FOOT)];
  return new LatheGeometry([...foot, ...sphere], round);
}

export function tRimGeometry(detail: Detail): BufferGeometry {
  const faces = FACES[detail];
  const r = T.rim / SQUARE;
  const edge = Array.from({ length: faces.edge + 1 }, (_, n) => {
    const angle = (n / faces.edge) * (Math.PI / 2);
    return new Vector2(r - RIM.round * (1 - Math.cos(angle)), RIM.height - RIM.round * (1 - Math.sin(angle)));
  });
  return new LatheGeometry([new Vector2(r, 0), ...edge, new Vector2(0, RIM.height)], faces.round);
}

export function tMarkGeometry(detail: Detail): BufferGeometry {
  const on = T.dome / SQUARE;
  const [bar, top, foot, width] = [T.bar / SQUARE, T.top / SQUARE, T.foot / SQUARE, T.width / SQUARE];
  const letter = merged([
    stroke(on, [-bar, top], [bar, top], width, detail),
    stroke(on, [0, top], [0, foot], width, detail),
  ]);
  letter.translate(0, RIM.height - FOOT, 0);
  const { inner, outer, proud } = COLLAR;
  const collar = new LatheGeometry(
    [
      new Vector2(outer, RIM.height - 0.01),
      new Vector2(outer, RIM.height + proud / 2),
      new Vector2(outer - 0.006, RIM.height + proud),
      new Vector2(inner, RIM.height + proud),
    ],
    FACES[detail].round,
  );
  return merged([letter, collar]);
}

export function markGeometry(size: Size, detail: Detail): BufferGeometry {
  const { width, near, far } = mark(size);
  const on = radius({ size, t: false }) / SQUARE;
  return stroke(on, [0, near / SQUARE], [0, far / SQUARE], width / SQUARE, detail);
}

/** The smallest piece has no crown rings. */
export function crownGeometry(size: Exclude<Size, 1>): BufferGeometry {
  const on = radius({ size, t: false }) / SQUARE;
  return merged(crownRings({ size, t: false }).map((ring) => crownRing(on, ring)));
}

function crownRing(on: number, { r, gap }: CrownRing): BufferGeometry {
  const thick = CROWN_LINE / SQUARE / 2;
  const away = r / SQUARE;
  const inside = (on - thick * (1 - CROWN_PROUD)) / on;
  return new TubeGeometry(
    new Arc(away * inside, heightOn(on, away) * inside, gap),
    FACES.fine.round,
    thick,
    4,
    gap === 0,
  );
}

/** A horizontal circle with a gap towards the viewer; `gap` is its half-angle in radians. */
class Arc extends Curve<Vector3> {
  readonly #r: number;
  readonly #y: number;
  readonly #gap: number;

  constructor(r: number, y: number, gap: number) {
    super();
    this.#r = r;
    this.#y = y;
    this.#gap = gap;
  }

  override getPoint(share: number, into = new Vector3()): Vector3 {
    const angle = this.#gap + share * 2 * (Math.PI - this.#gap);
    return into.set(this.#r * Math.sin(angle), this.#y, this.#r * Math.cos(angle));
  }
}

const heightOn = (r: number, away: number): number => FOOT + Math.sqrt(Math.max(r ** 2 - away ** 2, 0));

type Plan = readonly [x: number, z: number];

/** A tube with round ends on a dome of radius `r`, above a straight line of its plan. */
function stroke(r: number, [x1, z1]: Plan, [x2, z2]: Plan, width: number, detail: Detail): BufferGeometry {
  const { along, tube, end } = FACES[detail];
  const sunk = (width / 2) * (1 - PROUD);
  const points = Array.from({ length: 9 }, (_, n) => {
    const [x, z] = [x1 + ((x2 - x1) * n) / 8, z1 + ((z2 - z1) * n) / 8];
    const out = new Vector3(x, heightOn(r, Math.hypot(x, z)) - FOOT, z);
    return out.setLength(r - sunk).add(new Vector3(0, FOOT, 0));
  });
  const line: Curve<Vector3> = new CatmullRomCurve3(points);
  const ends = [points.at(0), points.at(-1)].map((point) => {
    const round = new SphereGeometry(width / 2, tube, end);
    return round.translate(point?.x ?? 0, point?.y ?? 0, point?.z ?? 0);
  });
  return merged([new TubeGeometry(line, along, width / 2, tube), ...ends]);
}

function merged(parts: BufferGeometry[]): BufferGeometry {
  const whole = mergeGeometries(parts);
  for (const part of parts) part.dispose();
  return whole;
}
