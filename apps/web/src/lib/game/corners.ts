import { SIDES, type Side } from '@terrace/rules';

/** Where a seat's plate stands: lower left, upper left, upper right, lower right. */
export type Corner = 'll' | 'ul' | 'ur' | 'lr';

/** Clockwise from the viewer's own, as turns pass (R11). */
const CLOCKWISE: readonly Corner[] = ['ll', 'ul', 'ur', 'lr'];

/** Who sits at a corner: a side, or nobody where the table's facts stand instead. */
export type Place = { readonly corner: Corner; readonly side: Side | undefined };

/**
 * The plates round a board: two face each other in one reading column; of more, each has a corner, clockwise in turn
 * order from the viewer's own, and the side nobody sits at leaves its corner to the table's facts (LOOK 4).
 */
export function placesRound(seats: readonly Side[], bottom: Side): readonly Place[] {
  if (seats.length === 2) {
    const own = seats.includes(bottom) ? bottom : seats[0];
    return [
      { corner: 'ur', side: seats.find((side) => side !== own) },
      { corner: 'lr', side: own },
    ];
  }
  const first = SIDES.indexOf(bottom);
  return CLOCKWISE.map((corner, n) => {
    const side = SIDES[(first + n) % SIDES.length];
    return { corner, side: side !== undefined && seats.includes(side) ? side : undefined };
  });
}
