import type { MoveKind, Square } from '@terrace/rules';
import { ARROW_STYLES } from '../arrow-styles.ts';
import type { Arrow, EndSigns, Goal, GoalPath, MoveTrace, Target } from '../board-state.ts';
import { END_HALO, endRing, goalFrame } from '../end-marks.ts';
import type { BoardGeometry, Point } from '../geometry.ts';
import { goalFlags, KEYLINE, T_OUTLINE, T_OUTLINE_WIDTH } from '../goal-flags.ts';
import {
  bracketsPath,
  captureMarkerPath,
  framePath,
  moveArrowPath,
  ownCapture,
  ownCaptureLine,
  pathDots,
  ringPath,
  squarePath,
  trianglePath,
} from '../marker-paths.ts';
import type { Ink } from './colours.ts';

export type Stroke = {
  readonly d: string;
  readonly at?: Point;
  readonly turn?: number;
  readonly scale?: number;
  /** Stays upright for the viewer, however the camera orbits. */
  readonly upright?: boolean;
  readonly fill?: Ink;
  readonly stroke?: Ink;
  readonly width?: number;
  readonly dash?: readonly number[];
  readonly alpha?: number;
};

/** A yellow stroke with a dark outline; only the yellow core is dashed. */
export function outlined(d: string, at?: Point, core = 5, casing = 8.6, dash?: readonly number[]): Stroke[] {
  const place = at === undefined ? {} : { at };
  return [
    { d, ...place, stroke: 'case', width: casing },
    { d, ...place, stroke: 'sun', width: core, ...(dash && { dash }) },
  ];
}

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
  radiusAt: (square: Square) => number,
): Stroke[] {
  return targets.flatMap(({ to, kind, open = false, own }) => {
    const captured = radiusAt(to);
    const sign = own
      ? ownCaptureStrokes(captured, 4, 7)
      : kind === 'capture'
        ? outlined(captureMarkerPath(captured))
        : MOVE_MARKERS[kind];
    return sign.map((stroke) => ({ ...stroke, at: geometry.centre(to), upright: true, alpha: open ? 0.4 : 1 }));
  });
}

const ownCaptureStrokes = (captured: number, core?: number, casing?: number): Stroke[] => {
  const { d, dash } = ownCapture(captured);
  return outlined(d, undefined, core, casing, dash);
};

/** An own capture after its first click: taker and target. */
export function armedStrokes(
  geometry: BoardGeometry,
  { from, to }: Pick<Target, 'from' | 'to'>,
  radiusAt: (square: Square) => number,
): Stroke[] {
  const at = geometry.centre(to);
  const line = ownCaptureLine(geometry.centre(from), radiusAt(from), at, radiusAt(to));
  return [
    ...outlined(line, undefined, 5, 8.6, [7, 7]),
    ...ownCaptureStrokes(radiusAt(to)).map((stroke) => ({ ...stroke, at })),
  ];
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

export function endStrokes(
  geometry: BoardGeometry,
  end: EndSigns,
  radiusAt: (square: Square) => number,
  lit: boolean,
): Stroke[] {
  if (end.square === undefined) return [];
  const at = geometry.centre(end.square);
  const frame = end.goal === undefined ? undefined : { d: goalFrame(geometry, end.goal), at };
  const steps = lit ? [1, 0.85, 0.7] : [];
  return [
    ...steps.map((share): Stroke => ({ d: ringPath(END_HALO * share), at, fill: 'sun', alpha: 0.25 })),
    ...(frame ? [{ ...frame, stroke: 'ground', width: 13 } as const, { ...frame, stroke: end.winner, width: 8 }] : []),
    ...outlined(ringPath(endRing(radiusAt(end.square))), at),
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

/** Arrows of highlighted moves. They start and end at the feet of pieces, which stand above them. */
export const arrowStrokes = (
  geometry: BoardGeometry,
  arrows: readonly Arrow[],
  radiusAt: (square: Square) => number,
): Stroke[] =>
  arrows.flatMap(({ from, to, path, kind }): Stroke[] => {
    const points = path.map((square) => geometry.centre(square));
    const d = moveArrowPath(points, radiusAt(from), radiusAt(to));
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

export function goalStrokes(
  geometry: BoardGeometry,
  goals: readonly Goal[],
  vacant: (square: Square) => boolean,
): Stroke[] {
  return goals.flatMap((goal) => {
    const { flags, keyline } = goalFlags(goal, geometry);
    const middle = geometry.centre(goal.square);
    const from = ({ x, y }: Point): Point => ({ x: middle.x + x, y: middle.y + y });
    return [
      ...flags.flatMap(({ side, cloth, stroke, letter }): Stroke[] => {
        const place = { d: T_OUTLINE, at: from(letter.at), turn: letter.turn, scale: letter.scale };
        return [
          { d: cloth, at: middle, fill: side },
          { d: stroke.d, at: from(stroke.at), turn: stroke.turn, stroke: `${side}-mark`, width: stroke.width },
          ...(vacant(goal.square)
            ? [
                { ...place, fill: 'ground', alpha: 0.4 } as const,
                { ...place, stroke: side, width: T_OUTLINE_WIDTH } as const,
              ]
            : []),
        ];
      }),
      { d: keyline, at: middle, stroke: 'ground', width: KEYLINE },
    ];
  });
}

export const outlineStrokes = (d: string): Stroke[] =>
  d === '' ? [] : [{ d, stroke: 'target', width: 4, alpha: 0.6 }];

export function squareStrokes(geometry: BoardGeometry, square: Square, dash?: readonly number[]): Stroke[] {
  const at = geometry.centre(square);
  return [
    { d: squarePath, at, stroke: 'ground', width: 9 },
    { d: squarePath, at, stroke: 'target', width: 4, ...(dash && { dash }) },
  ];
}

/** The keyboard's cursor, in the target colour; yellow is for selections. */
export function cursorStrokes(geometry: BoardGeometry, square: Square): Stroke[] {
  const at = geometry.centre(square);
  const box = (half: number) => `M${-half} ${-half}H${half}V${half}H${-half}Z`;
  return [
    { d: box(46), at, stroke: 'ground', width: 5 },
    { d: box(48.5), at, stroke: 'target', width: 3.5 },
  ];
}
