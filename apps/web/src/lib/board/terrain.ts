import { edgeStrips } from './edge-strips.ts';
import { cells, type Edge, type Heightmap, heightAt, SQUARE } from './heightmap.ts';
import { outline } from './outline.ts';

export type Terrain = {
  readonly extent: number;
  readonly floors: readonly { readonly level: number; readonly d: string }[];
  readonly castShadow: string;
  readonly footShades: readonly string[];
  readonly seams: string;
  readonly walls: readonly Wall[];
  readonly litFeet: string;
  readonly rims: { readonly lit: string; readonly shaded: string };
  readonly front: readonly FrontBar[];
};

/** All walls of one tone: same direction, same lower level. */
type Wall = { readonly faces: Edge; readonly low: number; readonly d: string };

/** One file's bar of the front face, below the board's lower edge. */
type FrontBar = {
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
export const COURSE = 6.5;
export const boardHeight = (size: number): number => size * (SQUARE + COURSE) + 4;

/** A wall on the left edge faces right, and so on. */
const FACES: Record<Edge, Edge> = { up: 'down', right: 'left', down: 'up', left: 'right' };
const isLit = (faces: Edge) => faces === 'up' || faces === 'left';
const join = (parts: readonly { d: string }[]) => parts.map(({ d }) => d).join('');

export function drawTerrain(heightmap: Heightmap, wallWidth = WALL): Terrain {
  const walls = edgeStrips(heightmap, wallWidth, 'higher');
  const rims = edgeStrips(heightmap, RIM, 'lower');
  const feet = edgeStrips(heightmap, wallWidth + LIT_FOOT, 'higher');
  return {
    extent: heightmap.length * SQUARE,
    floors: levels(heightmap).map((level) => ({ level, d: regionPath(heightmap, (height) => height >= level) })),
    castShadow: castShadow(heightmap),
    footShades: FOOT_SHADES.map((width) => join(edgeStrips(heightmap, width, 'higher'))),
    seams: seams(heightmap),
    walls: byTone(walls.map(({ edge, height, d }) => ({ faces: FACES[edge], low: height, d }))),
    litFeet: join(feet.filter(({ edge }) => isLit(FACES[edge]))),
    // A rim lies in the higher square: its edge is the direction the wall below it faces.
    rims: { lit: join(rims.filter(({ edge }) => isLit(edge))), shaded: join(rims.filter(({ edge }) => !isLit(edge))) },
    front: front(heightmap),
  };
}

export function regionPath(heightmap: Heightmap, passes: (height: number) => boolean): string {
  const lines = gridLines(heightmap);
  return outline(lines, lines, (i, j) => passes(heightAt(heightmap, i, j)));
}

const gridLines = (heightmap: Heightmap): number[] =>
  Array.from({ length: heightmap.length + 1 }, (_, n) => n * SQUARE);

const levels = (heightmap: Heightmap): number[] => [...new Set(heightmap.flat())].sort((a, b) => a - b);

/** Casts shadows on a grid with lines at the shadow's offsets: each of up to three shadows on a square is one cell. */
function castShadow(heightmap: Heightmap): string {
  const lines = (offset: number) =>
    heightmap.flatMap((_, n) => [n * SQUARE, n * SQUARE + offset]).concat(heightmap.length * SQUARE);
  return outline(lines(SHADOW.x), lines(SHADOW.y), (i, j) => {
    const column = Math.floor(i / 2);
    const row = Math.floor(j / 2);
    const caster = heightAt(heightmap, column - (i % 2 === 0 ? 1 : 0), row - (j % 2 === 0 ? 1 : 0));
    return caster > heightAt(heightmap, column, row);
  });
}

function seams(heightmap: Heightmap): string {
  return cells(heightmap)
    .map(({ column, row, height }) => {
      const [x, y] = [(column + 1) * SQUARE, (row + 1) * SQUARE];
      const length = SQUARE - 2 * SEAM_GAP;
      const right = heightmap[row]?.[column + 1] === height ? `M${x} ${y - SQUARE + SEAM_GAP}v${length}` : '';
      const below = heightmap[row + 1]?.[column] === height ? `M${x - SQUARE + SEAM_GAP} ${y}h${length}` : '';
      return right + below;
    })
    .join('');
}

function byTone(walls: readonly Wall[]): Wall[] {
  const tones = Map.groupBy(walls, ({ faces, low }) => `${faces} ${low}`);
  return [...tones.values()].flatMap((same) => same.slice(0, 1).map((first) => ({ ...first, d: join(same) })));
}

export function silhouette(heightmap: Heightmap): string {
  const edge = heightmap.length * SQUARE;
  const stair = (heightmap.at(-1) ?? []).map((level, column) => `V${edge + level * COURSE}H${(column + 1) * SQUARE}`);
  return `M0 0${stair.join('')}V0Z`;
}

function front(heightmap: Heightmap): FrontBar[] {
  const bottom = heightmap.at(-1) ?? [];
  const top = heightmap.length * SQUARE;
  return bottom.map((level, column) => ({
    x: column * SQUARE,
    height: level * COURSE,
    level,
    courses: Array.from(
      { length: level },
      (_, n) => `M${column * SQUARE} ${top + n * COURSE + COURSE / 2}h${SQUARE}`,
    ).join(''),
  }));
}
