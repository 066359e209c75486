import { cells, EDGES, type Edge, type Heightmap, heightAt, SQUARE } from './heightmap.ts';

/** `edge` is the direction of the neighbour; `height` the level of the strip's square; `d` its mitred outline. */
export type EdgeStrip = { readonly edge: Edge; readonly height: number; readonly d: string };

type Vector = readonly [x: number, y: number];

/** For each edge: its start (in squares), its direction, and the direction into the square. */
const FRAMES: Record<Edge, { start: Vector; along: Vector; into: Vector }> = {
  up: { start: [0, 0], along: [1, 0], into: [0, 1] },
  right: { start: [1, 0], along: [0, 1], into: [-1, 0] },
  down: { start: [1, 1], along: [-1, 0], into: [0, -1] },
  left: { start: [0, 1], along: [0, -1], into: [1, 0] },
};

/** A strip, `width` units wide, along each edge whose neighbour is higher (or lower). */
export function edgeStrips(heightmap: Heightmap, width: number, beyond: 'higher' | 'lower'): EdgeStrip[] {
  const differs = (from: number, to: number) => (beyond === 'higher' ? to > from : to < from);
  return cells(heightmap).flatMap(({ column, row, height }) =>
    EDGES.filter((edge) => {
      const { into } = FRAMES[edge];
      return differs(height, heightAt(heightmap, column - into[0], row - into[1]));
    }).map((edge) => {
      const { start, along, into } = FRAMES[edge];
      /** Extent of the inner side past the edge's end: shorter at an inner corner, longer at an outer one. */
      const reach = (direction: 1 | -1): number => {
        const ahead: Vector = [column + along[0] * direction, row + along[1] * direction];
        const next = heightAt(heightmap, ...ahead);
        if (differs(height, next)) return -width;
        const across = heightAt(heightmap, ahead[0] - into[0], ahead[1] - into[1]);
        return next === height && !differs(height, across) ? width : 0;
      };
      const point = (run: number, depth: number): string => {
        const x = (column + start[0]) * SQUARE + along[0] * run + into[0] * depth;
        const y = (row + start[1]) * SQUARE + along[1] * run + into[1] * depth;
        return `${x} ${y}`;
      };
      const corners = [point(0, 0), point(SQUARE, 0), point(SQUARE + reach(1), width), point(-reach(-1), width)];
      return { edge, height, d: `M${corners.join('L')}Z` };
    }),
  );
}
