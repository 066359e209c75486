import { goalSquare, SIDES, type Side, type Square } from '@terrace/rules';
import type { Goal } from './board-state.ts';
import type { BoardGeometry, Cell, Point } from './geometry.ts';
import { type Edge, SQUARE } from './heightmap.ts';
import { TURN } from './piece-shape.ts';

/** A side's flag in the outer corner of its goal, relative to the centre of the square. */
type GoalFlag = {
  readonly square: Square;
  readonly side: Side;
  readonly cloth: string;
  /** The inlaid stroke, which points to the side's home like those of its pieces. */
  readonly stroke: { readonly d: string; readonly at: Point; readonly turn: number; readonly width: number };
  readonly letter: { readonly at: Point; readonly turn: number; readonly scale: number };
};

/** `keyline` separates the flags from the floor and from each other. */
export type GoalCorner = { readonly square: Square; readonly flags: readonly GoalFlag[]; readonly keyline: string };

const HALF = SQUARE / 2;
/** A single flag: its legs, its stroke, and the stroke's distance from both edges; in board units. */
const ALONE = { legs: 40, length: 10.5, width: 5.4, inset: 13.5 };
const SHARED = { legs: 46, length: 8, width: 4.6, far: 26, near: 9, letter: 0.74, aside: 16 };
export const KEYLINE = 3.2;

/** Outline of a missing T: 30 wide, 31 high, upright, centred. */
export const T_OUTLINE = 'M-15 -15.5H15V-6.5H4.75V15.5H-4.75V-6.5H-15Z';
export const T_OUTLINE_WIDTH = 3.4;

/** A corner as signs relative to the centre: x right, y down. */
export type Corner = readonly [x: -1 | 1, y: -1 | 1];

export const cornerOf = ({ column, row }: Cell): Corner => [column === 0 ? -1 : 1, row === 0 ? -1 : 1];

export function goalFlags({ square, sides }: Goal, geometry: BoardGeometry): GoalCorner {
  const corner = cornerOf(geometry.cellOf(square));
  const legs = sides.length === 1 ? ALONE.legs : SHARED.legs;
  const at = (across: number, along: number) => place(corner, across, along);
  const flags = sides.map((side): GoalFlag => {
    const home = geometry.edgeOf(side);
    return { square, side, ...(sides.length === 1 ? alone(corner, home) : shared(corner, home)) };
  });
  const split = sides.length === 1 ? '' : `M${at(0, 0)}L${at(legs / 2, legs / 2)}`;
  return { square, flags, keyline: `M${at(legs, 0)}L${at(0, legs)}${split}` };
}

const point = ([x, y]: Corner, across: number, down: number): Point => ({
  x: x * (HALF - across),
  y: y * (HALF - down),
});
function place(corner: Corner, across: number, down: number): string {
  const { x, y } = point(corner, across, down);
  return `${x} ${y}`;
}

function alone(corner: Corner, home: Edge): Omit<GoalFlag, 'square' | 'side'> {
  const { legs, length, width, inset } = ALONE;
  return {
    cloth: `M${place(corner, 0, 0)}L${place(corner, legs, 0)}L${place(corner, 0, legs)}Z`,
    stroke: { d: bar(length, width), at: point(corner, inset, inset), turn: TURN[home], width },
    letter: { at: { x: 0, y: 0 }, turn: TURN[home], scale: 1 },
  };
}

function shared(corner: Corner, home: Edge): Omit<GoalFlag, 'square' | 'side'> {
  const { legs, length, width, far, near, letter, aside } = SHARED;
  const upright = home === 'up' || home === 'down';
  const end = upright ? place(corner, 0, legs) : place(corner, legs, 0);
  const [x, y] = corner;
  const off = upright ? { x: x * aside, y: -y * aside } : { x: -x * aside, y: y * aside };
  return {
    cloth: `M${place(corner, 0, 0)}L${place(corner, legs / 2, legs / 2)}L${end}Z`,
    stroke: {
      d: bar(length, width),
      at: upright ? point(corner, near, far) : point(corner, far, near),
      turn: TURN[home],
      width,
    },
    letter: { at: off, turn: TURN[home], scale: letter },
  };
}

const bar = (length: number, width: number): string => `M0 ${(width - length) / 2}V${(length - width) / 2}`;

/** Whether a corner of a cell is reserved for a flag, so that floor texts avoid it. */
export function isFlagged(
  { size, cellOf }: BoardGeometry,
  { column, row }: Cell,
  [x, y]: readonly [x: number, y: number],
): boolean {
  return SIDES.some((side) => {
    const cell = cellOf(goalSquare(size, side));
    const [ofX, ofY] = cornerOf(cell);
    return cell.column === column && cell.row === row && ofX === x && ofY === y;
  });
}
