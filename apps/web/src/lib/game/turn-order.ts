import { type Position, type Side, sidesIn } from '@terrace/rules';

/** The sides still in the game, in turn order from the side to move. */
export function turnOrder(position: Position): readonly Side[] {
  const sides = sidesIn(position);
  const first = sides.indexOf(position.turn);
  return [...sides.slice(first), ...sides.slice(0, first)];
}
