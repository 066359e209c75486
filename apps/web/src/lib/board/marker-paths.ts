import type { Point } from './geometry.ts';
import { SQUARE } from './heightmap.ts';

/** Marker paths start and end at the centre of their square, in relative commands. */
const CAPTURE_GAP = 8.5;
const CAPTURE_MOST = 44;
const TICK = 18;
const DOT = 3;
const DOT_EVERY = 11;
const ORIGIN_RING = 13;
/** Radius around a T in danger, outside its rim; Terrace-mate adds the second ring. */
export const CALL_RING = 37.5;
export const MATE_RING = { r: 45.8, core: 4, casing: 7.2 } as const;
const ARROW_GAP = 5;
const ARROW_HEAD = 13;
const CORNERS = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
] as const;

/** Places a marker on the board. Markers without their own transforms are painted together. */
export const placedPath = ({ x, y }: Point, d: string): string => `M${x} ${y}${d}`;

export const trianglePath = {
  up: 'm0 -14.5l18 29h-36zm0 14.5',
  down: 'm0 13.5l17 -27h-34zm0 -13.5',
} as const;

export const ringPath = (r: number): string =>
  `m${r} 0a${r} ${r} 0 1 1 ${-2 * r} 0a${r} ${r} 0 1 1 ${2 * r} 0zm${-r} 0`;

/** Frame around a selected piece: inset 4, radius 7. */
export const framePath = 'm-39 -46h78a7 7 0 0 1 7 7v78a7 7 0 0 1 -7 7h-78a7 7 0 0 1 -7 -7v-78a7 7 0 0 1 7 -7zm39 46';

/** Drop target or highlighted square: inset 3. */
export const squarePath = 'm-47 -47h94v94h-94zm47 47';

export const forbiddenPath = `${ringPath(22)}m-15.5 15.5l31 -31m-15.5 15.5`;

const captureRadius = (captured: number): number => Math.min(captured + CAPTURE_GAP, CAPTURE_MOST);

/** Dashed ring without ticks around an own piece that can be captured. @param captured radius of that piece */
export const ownCapture = (captured: number): { d: string; dash: readonly [number, number] } => {
  const r = captureRadius(captured);
  const dash = (2 * Math.PI * r) / 24;
  return { d: ringPath(r), dash: [dash, dash] };
};

/** Ring with four diagonal ticks around a piece that can be captured. @param captured radius of that piece */
export function captureMarkerPath(captured: number): string {
  const r = captureRadius(captured);
  const near = (r - TICK / 2) * Math.SQRT1_2;
  const far = (r + TICK / 2) * Math.SQRT1_2;
  const long = far - near;
  const ticks = CORNERS.map(([x, y]) => `m${x * near} ${y * near}l${x * long} ${y * long}m${-x * far} ${-y * far}`);
  return `${ringPath(r)}${ticks.join('')}`;
}

/** From the capturing piece's rim to the ring around the own piece. @param taker, captured their radii */
export function ownCaptureLine(from: Point, taker: number, to: Point, captured: number): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const at = (run: number) =>
    `${(from.x + ((to.x - from.x) / length) * run).toFixed(1)} ${(from.y + ((to.y - from.y) / length) * run).toFixed(1)}`;
  return `M${at(taker + ARROW_GAP)}L${at(length - captureRadius(captured) - ARROW_GAP)}`;
}

/** Arrow from an attacker's rim to the ring around the T in danger. @param attacker its radius */
export function arrowPath(from: Point, attacker: number, to: Point): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const along = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  const at = (run: number, aside = 0) =>
    `${(from.x + along.x * run - along.y * aside).toFixed(1)} ${(from.y + along.y * run + along.x * aside).toFixed(1)}`;
  const tip = length - CALL_RING - ARROW_GAP;
  const start = Math.min(attacker + ARROW_GAP, tip - ARROW_GAP);
  return `M${at(start)}L${at(tip)}M${at(tip - ARROW_HEAD, ARROW_HEAD)}L${at(tip)}L${at(tip - ARROW_HEAD, -ARROW_HEAD)}`;
}

const MOVE_ARROW = { gap: 16, head: 20 };

/** @param start radius of the moving piece @param end radius of the piece on the target, 0 if vacant */
export function moveArrowPath(points: readonly Point[], start: number, end: number): string {
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined || points.length < 2) return '';
  const corners = points.slice(1, -1).filter((point, n) => !isStraight(points[n], point, points[n + 2]));
  const begin = along(first, corners[0] ?? last, start + ARROW_GAP);
  const before = corners.at(-1) ?? begin;
  const tip = along(last, before, Math.max(end + ARROW_GAP, MOVE_ARROW.gap));
  const wing = (turn: number) => {
    const back = Math.atan2(before.y - tip.y, before.x - tip.x) + turn;
    return text({ x: tip.x + MOVE_ARROW.head * Math.cos(back), y: tip.y + MOVE_ARROW.head * Math.sin(back) });
  };
  const line = [begin, ...corners, tip].map(text).join('L');
  return `M${line}M${wing(Math.PI / 5)}L${text(tip)}L${wing(-Math.PI / 5)}`;
}

function along(from: Point, to: Point, run: number): Point {
  const share = Math.min(run / Math.hypot(to.x - from.x, to.y - from.y), 0.48);
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

const isStraight = (before: Point | undefined, point: Point, after: Point | undefined): boolean =>
  before !== undefined &&
  after !== undefined &&
  (point.x - before.x) * (after.y - point.y) === (point.y - before.y) * (after.x - point.x);

const text = ({ x, y }: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`;

export const bracketsPath = CORNERS.map(
  ([x, y]) => `m${x * 45} ${y * 23}v${y * 22}h${x * -22}m${x * -23} ${y * -45}`,
).join('');

/** All dots as one path, which is faster to style and lay out. */
export const dotsPath = (dots: readonly Point[]): string =>
  dots
    .map(({ x, y }) => `M${x + DOT} ${y}A${DOT} ${DOT} 0 1 1 ${x - DOT} ${y}A${DOT} ${DOT} 0 1 1 ${x + DOT} ${y}Z`)
    .join('');

/** Dots along a move's path, between the ring at its origin and the brackets at its target. */
export function pathDots(path: readonly Point[]): Point[] {
  const legs = path.slice(1).map((to, n) => {
    const from = path[n] ?? to;
    return { from, to, length: Math.hypot(to.x - from.x, to.y - from.y) };
  });
  const total = legs.reduce((sum, { length }) => sum + length, 0);
  const dots: Point[] = [];
  for (let run = ORIGIN_RING + DOT_EVERY - 3; run < total - SQUARE / 2; run += DOT_EVERY) {
    let left = run;
    for (const { from, to, length } of legs) {
      if (left <= length) {
        const share = left / length;
        dots.push({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share });
        break;
      }
      left -= length;
    }
  }
  return dots;
}
