import type { Side } from '@terrace/rules';
import { boardGeometry } from '#lib/board/geometry.ts';
import type { Edge } from '#lib/board/heightmap.ts';
import type { Orientation } from '#lib/board/orientation.ts';

/** Where a seat's plate stands: lower left, upper left, upper right, lower right. */
type Corner = 'll' | 'ul' | 'ur' | 'lr';

/** Each edge's corner; clockwise from the viewer's own. */
const CORNERS: readonly (readonly [Edge, Corner])[] = [
  ['down', 'll'],
  ['left', 'ul'],
  ['up', 'ur'],
  ['right', 'lr'],
];

/** Who sits at a corner: a side, or nobody where the table's facts stand instead. */
export type PlateSlot = { readonly corner: Corner; readonly side: Side | undefined };

/**
 * The plates round a board: two face each other in one reading column; of more, each stands at the corner beside its
 * edge of the board, and the side nobody sits at leaves its corner to the table's facts.
 */
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
