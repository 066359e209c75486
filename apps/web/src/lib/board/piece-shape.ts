import type { Piece, Size } from '@terrace/rules';
import type { Point } from './geometry.ts';
import type { Edge } from './heightmap.ts';

export type Shape = Pick<Piece, 'size' | 't'>;

/** Where a piece is drawn: its centre in board units, and its size relative to a piece at rest. */
export type Placement = Point & { readonly scale?: number };

/** Where a selected piece is drawn. A transform would look the same, but adding one makes the browser rebuild all layers. */
export const lifted = ({ x, y }: Point): Placement => ({ x: x - 2, y: y - 4, scale: 1.05 });

/** Radii in board units: diameters .40, .52, .67 and .86 of a square, each 1.3 times the previous one. */
const RADII: Record<Size, number> = { 1: 20, 2: 26, 3: 33.5, 4: 43 };

/** The mark of a T in board units. The theme sets the collar's width and the halo's brightness. */
export const T = {
  rim: 32.5,
  collar: 23.3,
  dome: 23.5,
  haloBreak: 37,
  halo: 48,
  bar: 11.5,
  top: -8.2,
  foot: 13.6,
  width: 7.4,
} as const;

export const radius = ({ size, t }: Shape): number => (t ? T.rim : RADII[size]);

export const TURN: Record<Edge, number> = { down: 0, left: 90, up: 180, right: 270 };

const MARK = { nearA: 0.36, near: 0.44, far: 0.82 };

/** The inlaid stroke from the crown towards the owner, drawn pointing down from `near` to `far`. */
export function mark(size: Size): { readonly width: number; readonly near: number; readonly far: number } {
  const r = RADII[size];
  return { width: Math.max(4.6, 0.155 * r), near: (size === 1 ? MARK.nearA : MARK.near) * r, far: MARK.far * r };
}

/** A T's letter: the stroke with a crossbar, upright for its owner. */
export const T_LETTER = `M${-T.bar} ${T.top}H${T.bar}M0 ${T.top}V${T.foot}`;

const placed = ({ x, y }: Point, at: Placement, home: Edge): string => {
  const { scale = 1 } = at;
  const turned = { down: { x, y }, left: { x: -y, y: x }, up: { x: -x, y: -y }, right: { x: y, y: -x } }[home];
  return `${(at.x + scale * turned.x).toFixed(2)} ${(at.y + scale * turned.y).toFixed(2)}`;
};

export function markPath({ size, t }: Shape, at: Placement, home: Edge): string {
  const line = (from: Point, to: Point) => `M${placed(from, at, home)}L${placed(to, at, home)}`;
  if (t) return line({ x: -T.bar, y: T.top }, { x: T.bar, y: T.top }) + line({ x: 0, y: T.top }, { x: 0, y: T.foot });
  const { near, far } = mark(size);
  return line({ x: 0, y: near }, { x: 0, y: far });
}

/** Crown rings, one per smaller size; in radii. */
const CROWN: Record<Size, readonly number[]> = { 1: [], 2: [0.7], 3: [0.47, 0.74], 4: [0.33, 0.56, 0.79] };
/** Width of a crown ring, and its distance from the mark; in board units. */
export const CROWN_LINE = 2.4;
const CROWN_GAP = 3.4;

/** A ring cut into a dome. `r` is in board units; `gap` is the half-angle left free at the mark, in radians. */
export type CrownRing = { readonly r: number; readonly gap: number };

export function crownRings({ size, t }: Shape): readonly CrownRing[] {
  if (t) return [];
  const { width, near, far } = mark(size);
  return CROWN[size].map((share) => {
    const r = share * RADII[size];
    return { r, gap: r < near || r > far ? 0 : Math.asin((width / 2 + CROWN_GAP) / r) };
  });
}

export const crownPath = (shape: Shape, at: Placement, home: Edge): string =>
  crownRings(shape)
    .map(({ r, gap }) => {
      const [x, y] = [r * Math.sin(gap), r * Math.cos(gap)];
      const drawn = r * (at.scale ?? 1);
      const arc = (to: Point) => `A${drawn} ${drawn} 0 1 1 ${placed(to, at, home)}`;
      if (gap === 0) return `M${placed({ x: 0, y: r }, at, home)}${arc({ x: 0, y: -r })}${arc({ x: 0, y: r })}Z`;
      return `M${placed({ x: -x, y }, at, home)}${arc({ x, y })}`;
    })
    .join('');
