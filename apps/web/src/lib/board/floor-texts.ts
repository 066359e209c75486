import type { BoardGeometry, Cell, Point } from './geometry.ts';
import { type Corner, isFlagged } from './goal-flags.ts';
import { cells, heightAt, SQUARE } from './heightmap.ts';

/** A number or letter on a floor: its centre in board units, and its square's level. */
export type FloorText = { readonly text: string; readonly at: Point; readonly level: number };

export type FloorTextOptions = {
  readonly numerals: boolean;
  /** Coordinates on the squares at the left and lower edge. */
  readonly names: boolean;
  /** Clockwise quarter turns from the board's upper edge to the viewer's "up". */
  readonly turn?: number;
  /** In 3D, pieces and steps hide what is behind them. */
  readonly solid?: boolean;
};

/** Distance from the centre of the square: next to the walls, and outside most of the largest piece. */
const AWAY = { x: 33, y: 33 };
/** The same in 3D: outside the largest piece, and clear of steps, which hide the floor behind them. */
const SOLID_AWAY = { x: 38, y: 38 };
const BEHIND_STEP = { x: 40, y: 24 };
const UPPER_LEFT: Corner = [-1, -1];
const UPPER_RIGHT: Corner = [1, -1];
const LOWER_LEFT: Corner = [-1, 1];
const LOWER_RIGHT: Corner = [1, 1];
/** Corners in order of preference. */
const FLAT = {
  numeral: [UPPER_RIGHT, UPPER_LEFT, LOWER_RIGHT, LOWER_LEFT],
  rank: [UPPER_LEFT, LOWER_LEFT, UPPER_RIGHT, LOWER_RIGHT],
  file: [LOWER_RIGHT, LOWER_LEFT, UPPER_LEFT, UPPER_RIGHT],
} as const satisfies Record<string, readonly Corner[]>;
/** In 3D a dome hides the floor behind it, to the right because the camera is slightly to the left. */
const SOLID: Record<keyof typeof FLAT, readonly Corner[]> = {
  ...FLAT,
  numeral: [LOWER_LEFT, LOWER_RIGHT, UPPER_LEFT, UPPER_RIGHT],
};

/** Places each text in a corner of its square without a flag or another text. */
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

const turned = <N extends number>([x, y]: readonly [N, N], quarters: number): readonly [number, number] =>
  quarters === 0 ? [x, y] : turned([-y, x], quarters - 1);
