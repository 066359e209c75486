import type { MoveKind, Size, Square } from '@terrace/rules';
import type { Goal, GoalPath, MoveTrace, Target } from '../board-state.ts';
import type { BoardGeometry, Point } from '../geometry.ts';
import { cells, SQUARE } from '../heightmap.ts';
import { brackets, captureMarker, frame, pathDots, ring, triangle } from '../marker-paths.ts';
import { TURN, tLetter } from '../piece-shape.ts';
import type { Ink } from './colours.ts';

/** One stroke of a sign, in the 2D board's units: what lies on the floors is drawn as on the 2D board (LOOK 3). */
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

/** A sun line in its case. */
export function outlined(d: string, at?: Point, core = 5, casing = 8.6): Stroke[] {
  const place = at === undefined ? {} : { at };
  return [
    { d, ...place, stroke: 'case', width: casing },
    { d, ...place, stroke: 'sun', width: core },
  ];
}

/** The signs of moves that take nothing. */
const MOVE_MARKERS: Readonly<Record<Exclude<MoveKind, 'capture'>, readonly Stroke[]>> = {
  level: [{ d: ring(11), fill: 'target', stroke: 'ground', width: 3 }],
  up: [{ d: triangle.up, fill: 'target', stroke: 'ground', width: 3 }],
  down: [
    { d: triangle.down, fill: 'ground', stroke: 'ground', width: 9 },
    { d: triangle.down, fill: 'ground', stroke: 'target', width: 5 },
  ],
};

export function targetStrokes(
  view: BoardGeometry,
  targets: readonly Target[],
  sizeAt: (square: Square) => Size | undefined,
): Stroke[] {
  return targets.flatMap(({ to, kind, open = false }) => {
    const sign = kind === 'capture' ? outlined(captureMarker(sizeAt(to) ?? 1)) : MOVE_MARKERS[kind];
    return sign.map((line) => ({ ...line, at: view.centre(to), alpha: open ? 0.4 : 1 }));
  });
}

export const selectionStrokes = (view: BoardGeometry, square: Square): Stroke[] => outlined(frame, view.centre(square));

export function lastMoveStrokes(view: BoardGeometry, { from, to, way }: MoveTrace, ended: boolean): Stroke[] {
  const dots = pathDots(way.map((square) => view.centre(square)));
  return [
    ...outlined(ring(13), view.centre(from), 4, 7.6),
    ...dots.map((at): Stroke => ({ d: ring(3), at, fill: 'sun', stroke: 'case', width: 1.8 })),
    ...(ended ? outlined(brackets, view.centre(to), 4, 7.6) : []),
  ];
}

export function queuedStrokes(view: BoardGeometry, { from, to, way }: MoveTrace): Stroke[] {
  const parts: { d: string; at?: Point }[] = [
    { d: path(view, way) },
    { d: ring(46), at: view.centre(from) },
    { d: brackets, at: view.centre(to) },
  ];
  return parts.flatMap((part): Stroke[] => [
    { ...part, stroke: 'ground', width: 7.6, alpha: 0.55 },
    { ...part, stroke: 'target', width: 4, dash: [6, 6] },
  ]);
}

const path = (view: BoardGeometry, way: readonly Square[]): string =>
  way
    .map((square) => view.centre(square))
    .map(({ x, y }, n) => `${n === 0 ? 'M' : 'L'}${x} ${y}`)
    .join('');

export function goalPathStrokes(view: BoardGeometry, ways: readonly GoalPath[]): Stroke[] {
  return ways.flatMap(({ side, steps: [next = [], ...later] }): Stroke[] => {
    const rest = path(view, later.flat());
    const solid = path(view, next);
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
  view: BoardGeometry,
  goals: readonly Goal[],
  vacant: (square: Square) => boolean,
): Stroke[] {
  return goals.flatMap(({ square, sides }) => {
    const at = view.centre(square);
    const part = (2 * Math.PI * GOAL) / sides.length;
    return sides.reduce<Stroke[]>(
      (lines, side, n) => {
        const edge = view.edgeOf(side);
        const [dx, dy] = sides.length === 1 ? [0, 0] : OFFSET[edge];
        const turn = n * (360 / sides.length) - 45;
        lines.push({ d: ring(GOAL), at, turn, stroke: side, width: 5.5, dash: [part, 2 * part * sides.length] });
        if (vacant(square)) {
          const place = { x: at.x + dx, y: at.y + dy };
          lines.push({ d: LETTER.d, at: place, turn: TURN[edge], stroke: side, width: LETTER.width });
        }
        return lines;
      },
      [{ d: ring(GOAL), at, fill: 'shade' }],
    );
  });
}

export const outlineStrokes = (d: string): Stroke[] =>
  d === '' ? [] : [{ d, stroke: 'target', width: 4, alpha: 0.6 }];

/** The keyboard's cursor: ink and paper, never sun. */
export function cursorStrokes(view: BoardGeometry, square: Square): Stroke[] {
  const at = view.centre(square);
  const box = (half: number) => `M${-half} ${-half}H${half}V${half}H${-half}Z`;
  return [
    { d: box(46), at, stroke: 'ground', width: 5 },
    { d: box(48.5), at, stroke: 'target', width: 3.5 },
  ];
}

/** Levels at the squares' upper right, and the names of files and ranks on the squares at the edge. */
export function floorTexts(
  view: BoardGeometry,
  { numerals, names }: { numerals: boolean; names: boolean },
): FloorText[] {
  const levels = cells(view.heightmap).map(
    ({ column, row, height }): FloorText => ({
      text: String(height),
      at: { x: column * SQUARE + 91, y: row * SQUARE + 24 },
      side: 'left',
    }),
  );
  const rows = view.labels.rows.map(
    (text, row): FloorText => ({ text, at: { x: 9, y: row * SQUARE + 24 }, side: 'right' }),
  );
  const columns = view.labels.columns.map(
    (text, column): FloorText => ({ text, at: { x: column * SQUARE + 92, y: view.size * SQUARE - 9 }, side: 'left' }),
  );
  return [...(numerals ? levels : []), ...(names ? [...rows, ...columns] : [])];
}
