import type { Point } from './geometry.ts';
import { SQUARE } from './heightmap.ts';

/** Markers on the board, drawn round the middle of their square: each path begins and ends there, in relative commands. */
const CAPTURE_GAP = 8.5;
const CAPTURE_MOST = 44;
const TICK = 18;
const DOT = 3;
const DOT_EVERY = 11;
const ORIGIN_RING = 13;
/** Round a T in danger, outside its rim; the second one when it is Terrace-mate. */
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

/** A marker at its place on the board. Markers without transforms of their own are painted together. */
export const placedPath = ({ x, y }: Point, d: string): string => `M${x} ${y}${d}`;

export const trianglePath = {
  up: 'm0 -14.5l18 29h-36zm0 14.5',
  down: 'm0 13.5l17 -27h-34zm0 -13.5',
} as const;

/** A circle as a path. */
export const ringPath = (r: number): string =>
  `m${r} 0a${r} ${r} 0 1 1 ${-2 * r} 0a${r} ${r} 0 1 1 ${2 * r} 0zm${-r} 0`;

/** The square round a selected piece: inset 4, radius 7. */
export const framePath = 'm-39 -46h78a7 7 0 0 1 7 7v78a7 7 0 0 1 -7 7h-78a7 7 0 0 1 -7 -7v-78a7 7 0 0 1 7 -7zm39 46';

/** The square a dragged piece would land on, and one that is pointed out: inset 3. */
export const squarePath = 'm-47 -47h94v94h-94zm47 47';

/** A circle with a slash: the move is refused. */
export const forbiddenPath = `${ringPath(22)}m-15.5 15.5l31 -31m-15.5 15.5`;

const captureRadius = (captured: number): number => Math.min(captured + CAPTURE_GAP, CAPTURE_MOST);

/** The ring round an own piece that may be taken, dashed and without ticks: it is no prey. @param captured its radius */
export const ownCapture = (captured: number): { d: string; dash: readonly [number, number] } => {
  const r = captureRadius(captured);
  const dash = (2 * Math.PI * r) / 24;
  return { d: ringPath(r), dash: [dash, dash] };
};

/** The ring round a piece that may be taken, with its four ticks on the diagonals. @param captured its radius */
export function captureMarkerPath(captured: number): string {
  const r = captureRadius(captured);
  const near = (r - TICK / 2) * Math.SQRT1_2;
  const far = (r + TICK / 2) * Math.SQRT1_2;
  const long = far - near;
  const ticks = CORNERS.map(([x, y]) => `m${x * near} ${y * near}l${x * long} ${y * long}m${-x * far} ${-y * far}`);
  return `${ringPath(r)}${ticks.join('')}`;
}

/** From the rim of a piece to the ring round the own one it would take. @param taker, captured their radii */
export function ownCaptureLine(from: Point, taker: number, to: Point, captured: number): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const at = (run: number) =>
    `${(from.x + ((to.x - from.x) / length) * run).toFixed(1)} ${(from.y + ((to.y - from.y) / length) * run).toFixed(1)}`;
  return `M${at(taker + ARROW_GAP)}L${at(length - captureRadius(captured) - ARROW_GAP)}`;
}

/** From an attacker's rim to the ring round the T it can take, with its head. @param attacker its radius */
export function arrowPath(from: Point, attacker: number, to: Point): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const along = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  const at = (run: number, aside = 0) =>
    `${(from.x + along.x * run - along.y * aside).toFixed(1)} ${(from.y + along.y * run + along.x * aside).toFixed(1)}`;
  const tip = length - CALL_RING - ARROW_GAP;
  const start = Math.min(attacker + ARROW_GAP, tip - ARROW_GAP);
  return `M${at(start)}L${at(tip)}M${at(tip - ARROW_HEAD, ARROW_HEAD)}L${at(tip)}L${at(tip - ARROW_HEAD, -ARROW_HEAD)}`;
}

/** Of an arrow along a move: how far its line stays away from the middle of its ends, and the length of its head. */
const MOVE_ARROW = { gap: 16, head: 20 };

/**
 * An arrow along the way of a move, round the corners of its terrace.
 *
 * @param start the radius of the piece that moves
 * @param end the radius of what stands where it goes, 0 for a vacant square
 */
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

/** The point so far from `from` on the way to `to`, and never more than half of it. */
function along(from: Point, to: Point, run: number): Point {
  const share = Math.min(run / Math.hypot(to.x - from.x, to.y - from.y), 0.48);
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

const isStraight = (before: Point | undefined, point: Point, after: Point | undefined): boolean =>
  before !== undefined &&
  after !== undefined &&
  (point.x - before.x) * (after.y - point.y) === (point.y - before.y) * (after.x - point.x);

const text = ({ x, y }: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** Corner brackets, inset by 5, with arms of 22 board units. */
export const bracketsPath = CORNERS.map(
  ([x, y]) => `m${x * 45} ${y * 23}v${y * 22}h${x * -22}m${x * -23} ${y * -45}`,
).join('');

/** Dots as one path: a node for each would be laid out and styled for itself. */
export const dotsPath = (dots: readonly Point[]): string =>
  dots
    .map(({ x, y }) => `M${x + DOT} ${y}A${DOT} ${DOT} 0 1 1 ${x - DOT} ${y}A${DOT} ${DOT} 0 1 1 ${x + DOT} ${y}Z`)
    .join('');

/** Dots along a move's path, from the ring round its origin to the brackets of its target. */
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
