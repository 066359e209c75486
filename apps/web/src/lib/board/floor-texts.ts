import type { BoardGeometry, Cell, Point } from './geometry.ts';
import { type Corner, isFlagged } from './goal-flags.ts';
import { cells, heightAt, SQUARE } from './heightmap.ts';

/** A number or letter on a floor: its middle in board units, and its square's level. */
export type FloorText = { readonly text: string; readonly at: Point; readonly level: number };

export type FloorTextOptions = {
  /** Every square's level. */
  readonly numerals: boolean;
  /** The names of ranks and files on the squares at the left and lower edge. */
  readonly names: boolean;
  /** Quarter turns, clockwise, by which what is up for the viewer is away from the board's upper edge. */
  readonly turn?: number;
  /** Pieces and steps stand up before what is behind them, as in 3D: what is near the viewer is in sight. */
  readonly solid?: boolean;
};

/** How far from a square's middle, either way: beside the walls, and outside all but a bit of the largest piece. */
const AWAY = { x: 33, y: 33 };
/** The same in 3D, outside the largest piece; and before a step up towards the viewer, which hides the floor at its foot. */
const SOLID_AWAY = { x: 38, y: 38 };
const BEHIND_STEP = { x: 40, y: 24 };
const UPPER_LEFT: Corner = [-1, -1];
const UPPER_RIGHT: Corner = [1, -1];
const LOWER_LEFT: Corner = [-1, 1];
const LOWER_RIGHT: Corner = [1, 1];
/** Where each kind stands, the best corner first. */
const FLAT = {
  numeral: [UPPER_RIGHT, UPPER_LEFT, LOWER_RIGHT, LOWER_LEFT],
  rank: [UPPER_LEFT, LOWER_LEFT, UPPER_RIGHT, LOWER_RIGHT],
  file: [LOWER_RIGHT, LOWER_LEFT, UPPER_LEFT, UPPER_RIGHT],
} as const satisfies Record<string, readonly Corner[]>;
/** A dome hides what is behind it, to the right for who looks from a little to the left. */
const SOLID: Record<keyof typeof FLAT, readonly Corner[]> = {
  ...FLAT,
  numeral: [LOWER_LEFT, LOWER_RIGHT, UPPER_LEFT, UPPER_RIGHT],
};

/** What is written on the floors, each in a corner of its square that no goal's flag and no other text has. */
export function floorTexts(
  geometry: BoardGeometry,
  { numerals, names, turn = 0, solid = false }: FloorTextOptions,
): readonly FloorText[] {
  const { heightmap } = geometry;
  const taken = new Set<string>();
  const [ahead, below] = turned([0, 1], turn);
  const write = (text: string, cell: Cell, kind: keyof typeof FLAT): FloorText => {
    const { column, row } = cell;
    const level = heightAt(heightmap, column, row);
    const corners: readonly Corner[] = (solid ? SOLID : FLAT)[kind];
    const free = (corner: Corner) => {
      const [x, y] = turned(corner, turn);
      return !isFlagged(geometry, cell, [x, y]) && !taken.has(`${column} ${row} ${corner}`);
    };
    const [x, y] = corners.find(free) ?? [1, -1];
    taken.add(`${column} ${row} ${[x, y]}`);
    const behindStep = y > 0 && heightAt(heightmap, column + ahead, row + below) > level;
    const away = solid ? (behindStep ? BEHIND_STEP : SOLID_AWAY) : AWAY;
    const [across, down] = turned([x * away.x, y * away.y], turn);
    return { text, at: { x: (column + 0.5) * SQUARE + across, y: (row + 0.5) * SQUARE + down }, level };
  };
  const last = geometry.size - 1;
  return [
    ...(numerals ? cells(heightmap) : []).map((cell) => write(String(cell.height), cell, 'numeral')),
    ...(names ? geometry.labels.rows : []).map((text, row) => write(text, { column: 0, row }, 'rank')),
    ...(names ? geometry.labels.columns : []).map((text, column) => write(text, { column, row: last }, 'file')),
  ];
}

/** A way on the board as it lies after some quarter turns, clockwise. */
const turned = <N extends number>([x, y]: readonly [N, N], quarters: number): readonly [number, number] =>
  quarters === 0 ? [x, y] : turned([-y, x], quarters - 1);
