import { bands } from './bands.ts';
import { outline } from './outline.ts';
import { cells, type Edge, heightAt, type Relief, UNIT } from './relief.ts';

/** Everything of the flat board that never moves, as SVG path data in board units (LOOK 2.1 to 2.7). */
export type Ground = {
  readonly extent: number;
  readonly floors: readonly { readonly level: number; readonly d: string }[];
  readonly castShadow: string;
  readonly footShades: readonly string[];
  readonly seams: string;
  readonly walls: readonly Wall[];
  readonly litFeet: string;
  readonly rims: { readonly lit: string; readonly shaded: string };
  readonly front: readonly FrontBar[];
  /** The whole model's outline, front face included: what throws a shadow on the table. */
  readonly silhouette: string;
};

/** All walls of one tone: those that face one way and stand in squares of one level. */
export type Wall = { readonly faces: Edge; readonly low: number; readonly d: string };

/** One file's part of the side that hangs below the board's lower edge. */
export type FrontBar = {
  readonly x: number;
  readonly height: number;
  readonly level: number;
  readonly courses: string;
};

const WALL = 9;
const LIT_FOOT = 1.6;
const RIM = 2.8;
const FOOT_SHADES = [15, 21, 28, 36, 45] as const;
const SHADOW = { x: 17, y: 25 } as const;
const SEAM_GAP = 2;
/** Height of one level on the front face. */
export const COURSE = 6.5;

/** A wall on a square's left edge faces right, and so on. */
const FACES: Record<Edge, Edge> = { up: 'down', right: 'left', down: 'up', left: 'right' };
const isLit = (faces: Edge) => faces === 'up' || faces === 'left';
const join = (parts: readonly { d: string }[]) => parts.map(({ d }) => d).join('');

export function drawGround(relief: Relief, wallWidth = WALL): Ground {
  const walls = bands(relief, wallWidth, 'higher');
  const rims = bands(relief, RIM, 'lower');
  const feet = bands(relief, wallWidth + LIT_FOOT, 'higher');
  return {
    extent: relief.length * UNIT,
    floors: levels(relief).map((level) => ({ level, d: region(relief, (height) => height >= level) })),
    castShadow: castShadow(relief),
    footShades: FOOT_SHADES.map((width) => join(bands(relief, width, 'higher'))),
    seams: seams(relief),
    walls: byTone(walls.map(({ edge, height, d }) => ({ faces: FACES[edge], low: height, d }))),
    litFeet: join(feet.filter(({ edge }) => isLit(FACES[edge]))),
    // A rim lies on the high square: its edge is the way the wall below it faces.
    rims: { lit: join(rims.filter(({ edge }) => isLit(edge))), shaded: join(rims.filter(({ edge }) => !isLit(edge))) },
    front: front(relief),
    silhouette: silhouette(relief),
  };
}

/** The outline of all ground whose level passes. */
export function region(relief: Relief, passes: (height: number) => boolean): string {
  const lines = gridLines(relief);
  return outline(lines, lines, (i, j) => passes(heightAt(relief, i, j)));
}

const gridLines = (relief: Relief): number[] => Array.from({ length: relief.length + 1 }, (_, n) => n * UNIT);

const levels = (relief: Relief): number[] => [...new Set(relief.flat())].sort((a, b) => a - b);

/**
 * Higher ground moved by the shadow's offset falls on a square in at most three pieces: from the left, from above and
 * from the corner between. On a grid with lines at the offsets too, each piece is one cell.
 */
function castShadow(relief: Relief): string {
  const lines = (offset: number) =>
    relief.flatMap((_, n) => [n * UNIT, n * UNIT + offset]).concat(relief.length * UNIT);
  return outline(lines(SHADOW.x), lines(SHADOW.y), (i, j) => {
    const column = Math.floor(i / 2);
    const row = Math.floor(j / 2);
    const caster = heightAt(relief, column - (i % 2 === 0 ? 1 : 0), row - (j % 2 === 0 ? 1 : 0));
    return caster > heightAt(relief, column, row);
  });
}

function seams(relief: Relief): string {
  return cells(relief)
    .map(({ column, row, height }) => {
      const [x, y] = [(column + 1) * UNIT, (row + 1) * UNIT];
      const length = UNIT - 2 * SEAM_GAP;
      const right = relief[row]?.[column + 1] === height ? `M${x} ${y - UNIT + SEAM_GAP}v${length}` : '';
      const below = relief[row + 1]?.[column] === height ? `M${x - UNIT + SEAM_GAP} ${y}h${length}` : '';
      return right + below;
    })
    .join('');
}

function byTone(walls: readonly Wall[]): Wall[] {
  const tones = Map.groupBy(walls, ({ faces, low }) => `${faces} ${low}`);
  return [...tones.values()].flatMap((same) => same.slice(0, 1).map((first) => ({ ...first, d: join(same) })));
}

function silhouette(relief: Relief): string {
  const edge = relief.length * UNIT;
  const stair = (relief.at(-1) ?? []).map((level, column) => `V${edge + level * COURSE}H${(column + 1) * UNIT}`);
  return `M0 0${stair.join('')}V0Z`;
}

function front(relief: Relief): FrontBar[] {
  const bottom = relief.at(-1) ?? [];
  const top = relief.length * UNIT;
  return bottom.map((level, column) => ({
    x: column * UNIT,
    height: level * COURSE,
    level,
    courses: Array.from({ length: level }, (_, n) => `M${column * UNIT} ${top + n * COURSE + COURSE / 2}h${UNIT}`).join(
      '',
    ),
  }));
}
