import type { Settings } from '@terrace/protocol';
import {
  checkPosition,
  err,
  formatPosition,
  ok,
  outcome,
  type Position,
  parsePosition,
  pieces,
  type Result,
  sidesIn,
  squareName,
  startPosition,
  whyNoPosition,
} from '@terrace/rules';

/** The position a table's game begins with; for a custom one that cannot be played, why not, as a sentence. */
export function beginning({ setup, position, rules }: Settings): Result<Position, string> {
  if (setup !== 'custom') return ok(startPosition(setup, rules));
  const read = parsePosition(position ?? '', rules);
  if (!read.ok) return err(whyNoPosition(read.error));
  if (outcome(read.value) !== undefined) return err('The game is over there.');
  return read.value.out.length === 0 ? read : err('A side is out there. Leave its seat away.');
}

/** A position as the beginning of another game: those out have no seat, and the counts start anew. */
export function asBeginning(position: Position): Result<string, string> {
  const checked = checkPosition({
    size: position.size,
    rules: position.rules,
    seats: sidesIn(position),
    turn: position.turn,
    pieces: pieces(position).map(({ square, piece }) => ({ square: squareName(position.size, square), ...piece })),
  });
  return checked.ok ? ok(formatPosition(checked.value)) : err(whyNoPosition(checked.error));
}
