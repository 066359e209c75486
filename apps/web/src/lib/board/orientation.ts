import { SIDES, type Side } from '@terrace/rules';

/** The bottom side, its goal at the upper right: East and West are mirrored (R2, R12); `flipped` mirrors again. */
export type Orientation = Side | `flipped ${Side}`;

export const bottomSide = (orientation: Orientation): Side =>
  SIDES.find((side) => orientation.endsWith(side)) ?? 'south';

export const isMirrored = (orientation: Orientation): boolean => {
  const bottom = bottomSide(orientation);
  return (bottom === 'east' || bottom === 'west') !== (orientation !== bottom);
};

const orientationFrom = (bottom: Side, mirrored: boolean): Orientation =>
  isMirrored(bottom) === mirrored ? bottom : `flipped ${bottom}`;

/** A quarter turn of the board on the screen, clockwise or back, without mirroring. */
export function rotate(orientation: Orientation, by: 1 | -1): Orientation {
  const mirrored = isMirrored(orientation);
  // A clockwise turn brings the right edge to the bottom: against the order of turns, unless mirrored.
  const step = by * (mirrored ? 1 : -1);
  const bottom = SIDES[(SIDES.indexOf(bottomSide(orientation)) + step + SIDES.length) % SIDES.length] ?? 'south';
  return orientationFrom(bottom, mirrored);
}

export const mirror = (orientation: Orientation): Orientation =>
  orientationFrom(bottomSide(orientation), !isMirrored(orientation));
