import type { MoveKind, Size, Square } from '@terrace/rules';
import { ARROW_STYLES } from '../arrow-styles.ts';
import type { Arrow, Goal, GoalPath, MoveTrace, Target } from '../board-state.ts';
import type { BoardGeometry, Point } from '../geometry.ts';
import { cells, SQUARE } from '../heightmap.ts';
import {
  bracketsPath,
  captureMarkerPath,
  framePath,
  moveArrowPath,
  pathDots,
  ringPath,
  trianglePath,
} from '../marker-paths.ts';
import { radius, TURN, tLetter } from '../piece-shape.ts';
import type { Ink } from './colours.ts';

/** One stroke of a marker, in the 2D board's units. */
export type Stroke = {
  readonly d: string;
  readonly at?: Point;
  /** Degrees, clockwise. */
  readonly turn?: number;
  readonly fill?: Ink;
  readonly stroke?: Ink;
  readonly width?: number;
  readonly dash?: readonly number[];
  readonly alpha?: number;
};

/** A word on the floor; `side` is where it stands from its point. */
export type FloorText = { readonly text: string; readonly at: Point; readonly side: 'left' | 'right' };

/** A yellow stroke with a dark outline. */
export function outlined(d: string, at?: Point, core = 5, casing = 8.6): Stroke[] {
  const place = at === undefined ? {} : { at };
  return [
    { d, ...place, stroke: 'case', width: casing },
    { d, ...place, stroke: 'sun', width: core },
  ];
}

/** The markers of moves that capture nothing. */
const MOVE_MARKERS: Readonly<Record<Exclude<MoveKind, 'capture'>, readonly Stroke[]>> = {
  level: [{ d: ringPath(11), fill: 'target', stroke: 'ground', width: 3 }],
  up: [{ d: trianglePath.up, fill: 'target', stroke: 'ground', width: 3 }],
  down: [
    { d: trianglePath.down, fill: 'ground', stroke: 'ground', width: 9 },
    { d: trianglePath.down, fill: 'ground', stroke: 'target', width: 5 },
  ],
};

export function targetStrokes(
  geometry: BoardGeometry,
  targets: readonly Target[],
  sizeAt: (square: Square) => Size | undefined,
): Stroke[] {
  return targets.flatMap(({ to, kind, open = false }) => {
    const sign = kind === 'capture' ? outlined(captureMarkerPath(sizeAt(to) ?? 1)) : MOVE_MARKERS[kind];
    return sign.map((stroke) => ({ ...stroke, at: geometry.centre(to), alpha: open ? 0.4 : 1 }));
  });
}

export const selectionStrokes = (geometry: BoardGeometry, square: Square): Stroke[] =>
  outlined(framePath, geometry.centre(square));

export function lastMoveStrokes(
  geometry: BoardGeometry,
  { from, to, path: squares }: MoveTrace,
  ended: boolean,
): Stroke[] {
  const dots = pathDots(squares.map((square) => geometry.centre(square)));
  return [
    ...outlined(ringPath(13), geometry.centre(from), 4, 7.6),
    ...dots.map((at): Stroke => ({ d: ringPath(3), at, fill: 'sun', stroke: 'case', width: 1.8 })),
    ...(ended ? outlined(bracketsPath, geometry.centre(to), 4, 7.6) : []),
  ];
}

export function queuedStrokes(geometry: BoardGeometry, { from, to, path: squares }: MoveTrace): Stroke[] {
  const parts: { d: string; at?: Point }[] = [
    { d: linePath(geometry, squares) },
    { d: ringPath(46), at: geometry.centre(from) },
    { d: bracketsPath, at: geometry.centre(to) },
  ];
  return parts.flatMap((part): Stroke[] => [
    { ...part, stroke: 'ground', width: 7.6, alpha: 0.55 },
    { ...part, stroke: 'target', width: 4, dash: [6, 6] },
  ]);
}

/** Arrows of moves that are pointed out. Pieces stand over them, so they begin and end at the pieces' feet. */
export const arrowStrokes = (
  geometry: BoardGeometry,
  arrows: readonly Arrow[],
  sizeAt: (square: Square) => Size | undefined,
): Stroke[] =>
  arrows.flatMap(({ from, to, path, kind }): Stroke[] => {
    const points = path.map((square) => geometry.centre(square));
    const [start, end] = [sizeAt(from), sizeAt(to)];
    const d = moveArrowPath(points, start ? radius(start) : 0, end ? radius(end) : 0);
    const { core, casing, ink, ground, dash } = ARROW_STYLES[kind];
    return [
      { d, stroke: ground, width: casing },
      { d, stroke: ink, width: core, ...(dash && { dash }) },
    ];
  });

const linePath = (geometry: BoardGeometry, squares: readonly Square[]): string =>
  squares
    .map((square) => geometry.centre(square))
    .map(({ x, y }, n) => `${n === 0 ? 'M' : 'L'}${x} ${y}`)
    .join('');

export function goalPathStrokes(geometry: BoardGeometry, paths: readonly GoalPath[]): Stroke[] {
  return paths.flatMap(({ side, moves: [next = [], ...later] }): Stroke[] => {
    const rest = linePath(geometry, later.flat());
    const solid = linePath(geometry, next);
    return [
      { d: rest, stroke: 'ground', width: 10, dash: [0, 15], alpha: 0.6 },
      { d: rest, stroke: side, width: 6, dash: [0, 15] },
      { d: solid, stroke: 'ground', width: 10, alpha: 0.6 },
      { d: solid, stroke: side, width: 6 },
    ];
  });
}

const GOAL = 46.2;
const LETTER = tLetter(24);
/** Where a side's T stands in a shared goal: towards its own edge. */
const OFFSET = { down: [-8, 10], left: [-10, -8], up: [8, -10], right: [10, 8] } as const;

export function goalStrokes(
  geometry: BoardGeometry,
  goals: readonly Goal[],
  vacant: (square: Square) => boolean,
): Stroke[] {
  return goals.flatMap(({ square, sides }) => {
    const at = geometry.centre(square);
    const part = (2 * Math.PI * GOAL) / sides.length;
    return sides.reduce<Stroke[]>(
      (strokes, side, n) => {
        const edge = geometry.edgeOf(side);
        const [dx, dy] = sides.length === 1 ? [0, 0] : OFFSET[edge];
        const turn = n * (360 / sides.length) - 45;
        strokes.push({ d: ringPath(GOAL), at, turn, stroke: side, width: 5.5, dash: [part, 2 * part * sides.length] });
        if (vacant(square)) {
          const place = { x: at.x + dx, y: at.y + dy };
          strokes.push({ d: LETTER.d, at: place, turn: TURN[edge], stroke: side, width: LETTER.width });
        }
        return strokes;
      },
      [{ d: ringPath(GOAL), at, fill: 'shade' }],
    );
  });
}

export const outlineStrokes = (d: string): Stroke[] =>
  d === '' ? [] : [{ d, stroke: 'target', width: 4, alpha: 0.6 }];

/** The keyboard's cursor, in the target colour; yellow is for selections. */
export function cursorStrokes(geometry: BoardGeometry, square: Square): Stroke[] {
  const at = geometry.centre(square);
  const box = (half: number) => `M${-half} ${-half}H${half}V${half}H${-half}Z`;
  return [
    { d: box(46), at, stroke: 'ground', width: 5 },
    { d: box(48.5), at, stroke: 'target', width: 3.5 },
  ];
}

/** Levels at the squares' upper right, and the names of files and ranks on the squares at the edge. */
export function floorTexts(
  geometry: BoardGeometry,
  { numerals, names }: { numerals: boolean; names: boolean },
): FloorText[] {
  const levels = cells(geometry.heightmap).map(
    ({ column, row, height }): FloorText => ({
      text: String(height),
      at: { x: column * SQUARE + 91, y: row * SQUARE + 24 },
      side: 'left',
    }),
  );
  const rows = geometry.labels.rows.map(
    (text, row): FloorText => ({ text, at: { x: 9, y: row * SQUARE + 24 }, side: 'right' }),
  );
  const columns = geometry.labels.columns.map(
    (text, column): FloorText => ({
      text,
      at: { x: column * SQUARE + 92, y: geometry.size * SQUARE - 9 },
      side: 'left',
    }),
  );
  return [...(numerals ? levels : []), ...(names ? [...rows, ...columns] : [])];
}
