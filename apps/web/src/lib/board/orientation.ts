import { SIDES, type Side } from '@terrace/rules';

/**
 * From where a board is seen: the side at the bottom of the screen. Every side's own low corner then lies at the lower
 * left and its goal at the upper right, so East and West see the board mirrored (R2, R12); `flipped` is the other way.
 */
export type Orientation = Side | `flipped ${Side}`;

export const bottomSide = (orientation: Orientation): Side =>
  SIDES.find((side) => orientation.endsWith(side)) ?? 'south';

/** Whether left and right are exchanged against the board as it lies on a table. */
export const isMirrored = (orientation: Orientation): boolean => {
  const bottom = bottomSide(orientation);
  return (bottom === 'east' || bottom === 'west') !== (orientation !== bottom);
};

const orientationFrom = (bottom: Side, mirrored: boolean): Orientation =>
  isMirrored(bottom) === mirrored ? bottom : `flipped ${bottom}`;

/** A quarter turn of the board, clockwise on the screen or back; what was right stays right. */
export function rotated(orientation: Orientation, by: 1 | -1): Orientation {
  const mirrored = isMirrored(orientation);
  // Clockwise on the screen, the right edge comes to the bottom: against the order of turns, unless mirrored.
  const step = by * (mirrored ? 1 : -1);
  const bottom = SIDES[(SIDES.indexOf(bottomSide(orientation)) + step + SIDES.length) % SIDES.length] ?? 'south';
  return orientationFrom(bottom, mirrored);
}

/** Left and right exchanged. */
export const mirrored = (orientation: Orientation): Orientation =>
  orientationFrom(bottomSide(orientation), !isMirrored(orientation));
