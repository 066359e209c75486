import type { Side } from '@terrace/rules';
import { boardGeometry } from '#lib/board/geometry.ts';
import type { Edge } from '#lib/board/heightmap.ts';
import type { Orientation } from '#lib/board/orientation.ts';

/** The corner of a plate: lower left, upper left, upper right, lower right. */
type Corner = 'll' | 'ul' | 'ur' | 'lr';

const CORNERS: readonly (readonly [Edge, Corner])[] = [
  ['down', 'll'],
  ['left', 'ul'],
  ['up', 'ur'],
  ['right', 'lr'],
];

/** A corner of the page and the side whose plate is there; without a side, it holds the table's facts. */
export type PlateSlot = { readonly corner: Corner; readonly side: Side | undefined };

/** Two plates share a column. With three or four, the table's facts take a free corner. */
export function plateSlots(seats: readonly Side[], outlook: Orientation): readonly PlateSlot[] {
  const view = boardGeometry(8, outlook);
  if (seats.length === 2) {
    const at = (edge: Edge) => seats.find((side) => view.edgeOf(side) === edge);
    const own = at('down') ?? at('left');
    return [
      { corner: 'ur', side: seats.find((side) => side !== own) },
      { corner: 'lr', side: own },
    ];
  }
  return CORNERS.map(([edge, corner]) => ({ corner, side: seats.find((side) => view.edgeOf(side) === edge) }));
}
