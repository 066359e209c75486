import { formatPosition, legalMoves, type Move, type Position, parsePosition, type Side } from '@terrace/rules';

const TURN_FIELD = 1;

/** The board as it would be if it were `side`'s turn: what a move can be chosen ahead on (R24's second field). */
export function asIfTurnOf(position: Position, side: Side): Position | undefined {
  const fields = formatPosition(position).split(' ');
  fields[TURN_FIELD] = side.charAt(0);
  const read = parsePosition(fields.join(' '), position.rules);
  return read.ok ? read.value : undefined;
}

/** Moves a side may choose while it waits: those that would be legal if nothing else moved first. */
export function movesAhead(position: Position, side: Side): readonly Move[] {
  const mine = asIfTurnOf(position, side);
  return mine === undefined ? [] : legalMoves(mine);
}
