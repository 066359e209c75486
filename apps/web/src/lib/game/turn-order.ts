import { type Position, type Side, sidesIn } from '@terrace/rules';

/** The sides that are in, from the one to move on in the order in which they will move. */
export function turnOrder(position: Position): readonly Side[] {
  const sides = sidesIn(position);
  const first = sides.indexOf(position.turn);
  return [...sides.slice(first), ...sides.slice(0, first)];
}
