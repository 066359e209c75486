/** Levels in screen order: rows from the top, columns from the left. */
export type Heightmap = readonly (readonly number[])[];

export const SQUARE = 100;

export type Edge = 'up' | 'right' | 'down' | 'left';
export const EDGES: readonly Edge[] = ['up', 'right', 'down', 'left'];

/** Cells beyond the edge have the level of the edge square. */
export function heightAt(heightmap: Heightmap, column: number, row: number): number {
  const last = heightmap.length - 1;
  const clamp = (n: number) => Math.min(Math.max(n, 0), last);
  return heightmap[clamp(row)]?.[clamp(column)] ?? 0;
}

export function cells(heightmap: Heightmap): { column: number; row: number; height: number }[] {
  return heightmap.flatMap((line, row) => line.map((height, column) => ({ column, row, height })));
}
