import type { Settings, StartRefusal } from '@terrace/protocol';
import {
  checkPosition,
  err,
  formatPosition,
  ok,
  outcome,
  type Position,
  parsePosition,
  type Result,
  setupOf,
  sidesIn,
  startPosition,
} from '@terrace/rules';

/** The position a table's game begins with; for a custom one that cannot be played, why not. */
export function startOf({ setup, position, rules }: Settings): Result<Position, StartRefusal> {
  if (setup !== 'custom') return ok(startPosition(setup, rules));
  const read = parsePosition(position ?? '', rules);
  if (!read.ok) return read;
  if (outcome(read.value) !== undefined) return err({ code: 'decided' });
  return read.value.out.length === 0 ? read : err({ code: 'one-out' });
}

/** A position as the start of another game: those out have no seat, and the counts start anew. */
export function startFrom(position: Position): Result<string, StartRefusal> {
  const checked = checkPosition({ ...setupOf(position), seats: sidesIn(position), out: [], quiet: 0, ply: 1 });
  return checked.ok ? ok(formatPosition(checked.value)) : checked;
}
